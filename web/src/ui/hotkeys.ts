/** What every part that listens to keys must ask first. */

/** Whether what is typed belongs to a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Whether a key is meant for the page: pressed once, without others, outside of fields and dialogs. */
export function isHotkey(event: KeyboardEvent): boolean {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return false;
  return !isTyping(event.composedPath()[0] ?? null) && document.querySelector("dialog[open]") === null;
}
