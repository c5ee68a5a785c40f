// Before the first paint: the theme that was chosen, or the system's.
(() => {
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("rondel.settings") || "{}").theme || theme;
  } catch {
    // nothing was kept
  }
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
