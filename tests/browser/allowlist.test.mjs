// A private server by a list of addresses: a member comes in by a mail, nobody else does, and neither page tells.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { site } from "./site.mjs";

/** A mail server that takes everything and keeps it. */
async function mailServer() {
  const mails = [];
  const server = createServer((socket) => {
    let text = "";
    let isData = false;
    const reply = (line) => socket.write(`${line}\r\n`);
    reply("220 here");
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes.toString();
      for (;;) {
        const end = isData ? text.indexOf("\r\n.\r\n") : text.indexOf("\r\n");
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) {
          mails.push(line);
          isData = false;
          reply("250 kept");
        } else if (/^DATA/i.test(line)) {
          isData = true;
          reply("354 go on");
        } else if (/^QUIT/i.test(line)) {
          reply("221 bye");
          socket.end();
        } else reply("250 fine");
      }
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { mails, url: `smtp+plain://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

let browser;
let here;
let post;
before(async () => {
  post = await mailServer();
  browser = await launch();
  here = await site({
    hasMail: true,
    settings: {
      RONDEL_REGISTRATION: "allow-list",
      RONDEL_ALLOW_LIST: "ada@example.org,club.example",
      RONDEL_SMTP_URL: post.url,
      RONDEL_MAIL_RATE: "100/60s",
    },
  });
});
after(async () => {
  await browser?.close();
  await here?.stop();
  post?.stop();
});

const someone = (more = {}) => person(browser, { base: here.base, ...more });

async function sound(page, name) {
  assert.deepEqual(await axe(page), [], name);
  assert.ok((await overflow(page)) <= 0, name);
}

async function askFor(page, address) {
  await page.goto("/sign-in");
  await page.fill("input[type=email]", address);
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=If this address can sign in here, a link is on its way.");
}

/** The link in the mail to this address, once it has come. */
async function linkTo(address) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const mail = post.mails.find((text) => text.includes(address));
    const plain = mail?.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    const link = plain?.match(/https?:\/\/[^\s"<>]*sign-in[^\s"<>]*/);
    if (link) return link[0];
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no mail to ${address}: ${post.mails.length} mails came`);
}

test("the door says that this is for members, in both languages, and takes no guest", async () => {
  for (const [width, theme, language, title] of [
    [390, "light", "en", "For members"],
    [1440, "dark", "de", "Für Mitglieder"],
  ]) {
    const page = await someone({ width, theme, language });
    await page.goto("/");
    await page.waitForSelector(`h2:text-is('${title}')`);
    assert.equal(await page.locator("input[autocomplete=nickname]").count(), 0);
    await sound(page, `members-${width}-${theme}`);
    const status = await page.evaluate(async () => {
      const headers = { "content-type": "application/json", "x-rondel": "1" };
      return (await fetch("/api/guests", { method: "POST", headers, body: '{"name":"Eve"}' })).status;
    });
    assert.equal(status, 403);
    await page.context().close();
  }
});

test("a member comes in by the link of a mail, and so does a member by domain", async () => {
  for (const [address, width] of [
    ["ada@example.org", 390],
    ["ben@club.example", 1440],
  ]) {
    const page = await someone({ width });
    await askFor(page, address);
    await sound(page, `mailed-${width}`);
    const link = await linkTo(address);
    await page.goto("/"); // the link is opened as a page of its own, not as another part of this one
    await page.goto(link);
    await page.click("role=button[name=/^Sign in as/]");
    await page.waitForSelector("#others");
    await sound(page, `inside-${width}`);
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});

test("somebody who is not on the list reads the same sentence, and no mail is sent", async () => {
  const page = await someone();
  await askFor(page, "eve@example.org");
  await askFor(page, "cleo@club.example"); // answered after Eve's, so hers would have been sent by now
  await linkTo("cleo@club.example");
  assert.ok(!post.mails.some((text) => text.includes("eve@example.org")));
  await page.context().close();
});
