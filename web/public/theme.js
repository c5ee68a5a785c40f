// Before the first paint: the theme and the language that were chosen, or the system's. And the questions that a page
// begins with are asked at once: a slow network answers while the rest is fetched.
(() => {
  let [chosen, isKnown] = [{}, false];
  try {
    chosen = JSON.parse(localStorage.getItem("rondel.settings") || "{}");
    isKnown = localStorage.getItem("rondel.known") === "true";
  } catch {
    // nothing was kept
  }
  const { theme = "system", language = "system" } = chosen;
  const page = document.documentElement;
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.dataset.theme = isDark ? "dark" : "light";
  page.lang = (language === "system" ? navigator.language : language).toLowerCase().startsWith("de")
    ? "de"
    : "en";
  const table = /^\/t\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1];
  if (!isKnown) return;
  const asked = ["/me", ...(table ? [`/tables/${table}`] : [])];
  const headers = { accept: "application/json", "x-rondel": "1", ...opening(table) };
  globalThis.rondelPrefetched = new Map(
    asked.map((path) => {
      const answer = fetch(`/api${path}`, { headers, credentials: "same-origin" });
      answer.catch(() => {}); // whoever wants it is told
      return [path, answer];
    }),
  );

  /** The header that opens a private table: its key stands behind # in its link, and this tab keeps it. */
  function opening(id) {
    let key = /[#&]key=([\w-]{1,64})(?![^&])/.exec(location.hash)?.[1];
    try {
      key ??= JSON.parse(sessionStorage.getItem(`rondel.link.${id}`))?.key;
    } catch {
      // nothing was kept
    }
    return key ? { "rondel-key": key } : {};
  }
})();
