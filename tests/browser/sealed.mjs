// Bids and votes are sealed: every place where a page could show, keep or hear of one, and what a vote changes in it.
import { framesOf } from "./frames.mjs";

/** From now on all this page hears is kept. To be called before it goes anywhere. */
export function listening(page) {
  page.received = { frames: framesOf(page), bodies: [] };
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/api/"))
      page.received.bodies.push(
        answer.text().then(
          (text) => ({ pathname, text }),
          () => ({ pathname, text: "" }),
        ),
      );
  });
  return page;
}

/** How long nothing may change on a page that is still: what is read aloud comes a little later. */
const STILL_MS = 600;

/** In the page: each text, attribute, field and stored value, with where it is. Where lines are drawn says nothing, nor
 * does up to when something was seen, nor how much time is left. */
function everything() {
  const drawing = /^(d|transform|viewBox|points|style|x|y|dx|dy|r|cx|cy|[xyr][12xy]|width|height|clip-path)$/;
  const found = [];
  const walker = document.createTreeWalker(
    document.documentElement,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest("script, style, [role=timer]")) continue;
    const at = element.closest("#live")
      ? "what is read aloud"
      : `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
    if (node !== element) {
      if (node.data.trim()) found.push([`the text of ${at}`, node.data]);
      continue;
    }
    for (const { name, value } of element.attributes)
      if (!(element.closest("svg") && drawing.test(name))) found.push([`${name} of ${at}`, value]);
    if ("value" in element && element.value !== "") found.push([`the field ${at}`, String(element.value)]);
  }
  for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
    // digests of frames that were received: they differ with each version, and pairs of worlds compare the frames
    for (const [key, value] of Object.entries(storage))
      if (!/^rondel\.(rows|witness)\./.test(key))
        found.push([name, `${key} ${value.replace(/"(version|at)":\d+/g, '"$1"')}`]);
  return found;
}

/** Every leaf of a value with its path; the key of a part is a leaf, too. */
function leaves(value, path = "") {
  if (value === null || typeof value !== "object") return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, path ? `${path}.${key}` : key));
}

/** Where a page gives an amount away: as cents, or as dollars in any language. */
export async function hints(page, cents) {
  const dollars = `${Math.floor(cents / 100)}[.,]${String(cents % 100).padStart(2, "0")}`;
  const amount = new RegExp(`(?<![\\w.,])(${cents}|${dollars})(?!\\w)`);
  const shown = (await page.evaluate(everything)).filter(([, text]) => amount.test(text)).map(([at]) => at);
  const received = page.received.frames.flatMap((frame) =>
    leaves(frame).map(([path, leaf]) => [`a frame ${frame.type}, ${path}`, leaf]),
  );
  for (const { pathname, text } of await Promise.all(page.received.bodies))
    received.push([`the answer of ${pathname}`, text]);
  return [
    ...new Set([
      ...shown,
      ...received
        .filter(([at, leaf]) => amount.test(String(leaf)) || amount.test(at.split(", ")[1]))
        .map(([at]) => at),
    ]),
  ];
}

const COUNTED = /(^|\.)(version|at|turnID|sameTurn|lastMove|seat|voted|voters|undo)(\.|$)/;
/** Who and when are left out, what is not. */
const found = (value) =>
  leaves(value).map(([path, leaf]) => [path.replace(/\.\d+/g, ".*"), COUNTED.test(path) ? "" : leaf]);
const lines = (all, names) => {
  const one = `(${names.join("|")})`;
  const list = new RegExp(`${one}(, ${one})*( and ${one})?`, "g");
  return all.map(([at, text]) => `${at}: ${String(text).replace(list, "somebody")}`);
};

/** All that a page shows and keeps, and the view it has, as lines, once nothing moves any more. */
async function picture(page, names) {
  for (let before = null; ; ) {
    const { view, legal } = page.received.frames.findLast((frame) => frame.view !== undefined);
    const now = lines([...found({ view, legal }), ...(await page.evaluate(everything))], names);
    if (before !== null && before.join() === now.join()) return now;
    before = now;
    await page.waitForTimeout(STILL_MS);
  }
}

const without = (lines, others) => {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** What each page shows, keeps or hears anew, and no longer, while somebody of these names does something; without saying who. */
export async function changes(pages, names, doing) {
  const before = await Promise.all(pages.map((page) => picture(page, names)));
  const counts = pages.map((page) => page.received.frames.length);
  await doing();
  const after = await Promise.all(pages.map((page) => picture(page, names)));
  return pages.map((page, index) => {
    const events = page.received.frames.slice(counts[index]).flatMap((frame) => frame.events ?? []);
    return {
      gone: without(before[index], after[index])
        .filter((line) => !line.includes("read aloud"))
        .toSorted(), // that is over soon
      come: [...without(after[index], before[index]), ...lines(found({ events }), names)].toSorted(),
    };
  });
}
