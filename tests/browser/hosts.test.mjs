// A private server: its name, logo and pages, an invitation; and what the host of a table does with two people there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, complaints, launch, overflow, person } from "./browser.mjs";
import { openAdmin } from "./play.mjs";
import { site } from "./site.mjs";

const LOGO = `
import struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\\0" + bytes((40, 110, 160, 255)) * 96 for _ in range(96))
head = struct.pack(">IIBBBBB", 96, 96, 8, 6, 0, 0, 0)
png = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
open(sys.argv[1], "wb").write(png)
`;

const folder = mkdtempSync(join(tmpdir(), "rondel-private-"));
const file = (name) => join(folder, name);
const shots = process.env.SHOTS;
let browser;
let here;
before(async () => {
  writeFileSync(
    file("imprint.md"),
    "# Imprint\n\nChess Club Ötting  \nMain Street 5\n\n- [Write to us](mailto:club@example.org)\n- <script>alert(1)</script>\n",
  );
  writeFileSync(file("privacy.txt"), "We keep your name.\n\nNothing else.\n");
  execFileSync("python3", ["-c", LOGO, file("logo.png")]);
  browser = await launch();
  here = await site({
    settings: {
      RONDEL_NAME: "Chess Club Ötting",
      RONDEL_LOGO: file("logo.png"),
      RONDEL_IMPRINT: file("imprint.md"),
      RONDEL_PRIVACY: file("privacy.txt"),
      RONDEL_GAMES: "cambio,decks",
      RONDEL_REGISTRATION: "invitation",
    },
  });
});
after(async () => {
  await browser?.close();
  await here?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const someone = (more = {}) => person(browser, { base: here.base, ...more });
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));
const inviteOf = (uses) => here.run("admin", "invite", "--uses", String(uses)).split("\n")[0].split("#")[1];

async function sound(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
  assert.deepEqual(await axe(page), [], name);
  assert.ok((await overflow(page)) <= 0, name);
}

async function createGuest(page, name, invite, path = "/") {
  await page.goto(`${path}#${invite}`);
  await page.fill("input[autocomplete=nickname]", name);
  await page.keyboard.press("Enter");
}

test("without an invitation the door says what is needed; pages have the server's name, logo and links", async () => {
  for (const [width, theme] of [
    [390, "light"],
    [1440, "dark"],
    [390, "dark"],
    [1440, "light"],
  ]) {
    const page = await someone({ width, theme });
    await page.goto("/");
    await page.waitForSelector("text=By invitation");
    await page.waitForSelector(".tile");
    assert.equal(await page.title(), "Chess Club Ötting");
    assert.equal(await page.getAttribute(".brand img", "src"), "/logo");
    assert.equal(await page.locator(".tile").count(), 2);
    assert.equal(await page.locator("input[autocomplete=nickname]").count(), 0);
    await sound(page, `door-${width}-${theme}`);
    await page.focus(".foot a >> nth=0");
    await page.keyboard.press("Enter");
    await page.waitForSelector("h1:text-is('Imprint')");
    assert.equal(await page.locator(".site-page script").count(), 0);
    assert.equal(await page.getAttribute(".site-page a", "href"), "mailto:club@example.org");
    await sound(page, `imprint-${width}-${theme}`);
    await page.click(".foot a:text-is('Privacy')");
    await page.waitForSelector("text=Nothing else.");
    assert.deepEqual(complaints(page), []);
    await close(page);
  }
});

test("German visitors read the door in German", async () => {
  const page = await someone({ language: "de" });
  await page.goto("/new/cambio");
  await page.waitForSelector("text=Nur mit Einladung");
  await page.waitForSelector(".foot a:text-is('Impressum')");
  await close(page);
});

test("a moderator makes an invitation, and it leads a guest to a table", async () => {
  const boss = await someone({ width: 390 });
  await createGuest(boss, "Bianca", inviteOf(1));
  await boss.waitForSelector("#others");
  await openAdmin(boss, here, "Bianca");
  await boss.click("role=tab[name='Server']");
  await boss.fill("label:text-is('Reason') >> xpath=.. >> input", "club night");
  await boss.click("text=Create link");
  const link = await boss.inputValue("input[readonly]");
  assert.match(link, /\/#invite=[\w-]{20,}$/);
  await boss.waitForSelector("text=1 of 1 left");
  await sound(boss, "invites-390-light");
  const { code } = await boss.evaluate(async () => {
    const headers = { "content-type": "application/json", "x-rondel": "1" };
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers,
      body: JSON.stringify({ game: "cambio", options: { seats: 2 } }),
    });
    return answer.json();
  });
  const guest = await someone();
  await createGuest(guest, "Gustav", link.split("#")[1], `/j/${code}`);
  await guest.waitForSelector(".seatlist b:text-is('Gustav')");
  assert.ok(!guest.url().includes("invite"));
  await close(boss, guest);
});

test("a host removes somebody, lets them back, closes the lobby and hands the table on", async () => {
  const invite = inviteOf(2);
  const [ada, ben] = [await someone(), await someone({ width: 390, theme: "dark" })];
  await createGuest(ada, "Ada", invite);
  await ada.waitForSelector("#others");
  const { id, code } = await ada.evaluate(async () => {
    const headers = { "content-type": "application/json", "x-rondel": "1" };
    const ask = (path, body) =>
      fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }).then((answer) =>
        answer.json(),
      );
    const table = await ask("/tables", { game: "cambio", options: { seats: 3 } });
    await ask(`/tables/${table.id}/seat`, {});
    return table;
  });
  await ada.goto(`/t/${id}`);
  await createGuest(ben, "Ben", invite, `/j/${code}`);
  await ben.waitForSelector(".seatlist b:text-is('Ben')");
  await ada.waitForSelector("role=button[name='Remove: Ben']");
  await sound(ada, "host-1440-light");

  await ada.focus("role=button[name='Remove: Ben']");
  await ada.keyboard.press("Enter");
  await ben.waitForSelector("text=The host removed you from this table");
  assert.equal(await ben.locator("role=button[name='Join']").count(), 0);
  await sound(ben, "removed-390-dark");
  await ada.click("role=button[name='Let back in: Ben']");
  await ben.waitForSelector("text=The host removed you", { state: "detached" });
  await ada.focus("role=switch");
  await ada.keyboard.press("Space");
  await ben.waitForSelector("text=This table is locked: no new players");
  await sound(ben, "closed-390-dark");
  await ada.click("role=switch");
  await ben.waitForSelector("text=This table is locked", { state: "detached" });
  await ben.click(".begin .btn-primary, .begin button >> nth=0");
  await ada.click("role=button[name='Make host: Ben']");
  await ben.waitForSelector("text=You are the host");
  await ada.waitForSelector("text=You are the host", { state: "detached" });
  await ben.waitForSelector("role=button[name='Remove: Ada']");
  await sound(ben, "host-390-dark");
  assert.deepEqual(complaints(ada), []);
  await close(ada, ben);
});

test("during play a host removes somebody who has gone, lets them back, and hands the table on", async () => {
  const invite = inviteOf(2);
  const [ada, ben] = [await someone({ width: 390 }), await someone({ language: "de" })];
  await createGuest(ada, "Ada", invite);
  await createGuest(ben, "Ben", invite);
  await Promise.all([ada, ben].map((page) => page.waitForSelector("#others")));
  const post = (page, path, body = {}) =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { "content-type": "application/json", "x-rondel": "1" };
        const answer = await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        return answer.json();
      },
      [path, body],
    );
  const { id } = await post(ada, "/tables", {
    game: "cambio",
    options: { seats: 2, initialViewMs: 60000, disconnectGraceMs: 300000 },
  });
  for (const page of [ada, ben]) {
    await post(page, `/tables/${id}/seat`);
    await post(page, `/tables/${id}/ready`, { isReady: true });
  }
  await post(ada, `/tables/${id}/start`);
  await ada.goto(`/t/${id}`);
  const menu = async (page, name = "Menu") => {
    await page.click(`role=button[name='${name}']`);
    await page.waitForSelector("role=dialog");
  };
  await menu(ada);
  await ada.waitForSelector("role=button[name='Make host: Ben']");
  await sound(ada, "hosting-390-light");

  const remove = ada.locator("role=button[name='Remove: Ben']");
  for (const end = Date.now() + 60_000; Date.now() < end && (await remove.count()) === 0; ) {
    await ada.click("role=button[name='Let a bot play for Ben']", { timeout: 1000 }).catch(() => {}); // for ten seconds nobody counts as gone
    await ada.waitForTimeout(500);
  }
  await remove.click();
  await ada.waitForSelector("role=button[name='Let back in: Ben']");
  await sound(ada, "removed-in-play-390-light");
  await ben.goto(`/t/${id}`);
  await ben.waitForSelector(".ribbon:has-text('Du wurdest von diesem Tisch entfernt')");
  await ada.click("role=button[name='Let back in: Ben']");
  await ada.click("role=button[name='Make host: Ben']");
  await ada.waitForSelector("role=button[name='Make host: Ben']", { state: "detached" });
  await menu(ben, "Menü");
  await ben.waitForSelector("role=button[name='Leitung übergeben: Ada']");
  await sound(ben, "hosting-1440-de");
  assert.deepEqual(
    complaints(ada).filter((text) => !text.includes("409")),
    [],
  );
  assert.deepEqual(complaints(ben), []);
  await close(ada, ben);
});
