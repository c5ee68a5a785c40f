/** The one polite live region. It is in the page from the start; what is said within half a second is one. */

const WAIT_MS = 500;

interface Line {
  row: HTMLElement;
  /** A new line about the same takes the place of the old one, read out or not. */
  about: string | null;
}

let waiting: Line[] = [];
let recent: Line[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string, about: string | null = null): void {
  if (about !== null) {
    waiting = waiting.filter((line) => line.about !== about);
    for (const line of recent) if (line.about === about) line.row.remove();
  }
  if (!text || waiting.at(-1)?.row.textContent === text) return;
  const row = document.createElement("p");
  row.textContent = text;
  waiting.push({ row, about });
  clearTimeout(timer);
  timer = setTimeout(flush, WAIT_MS);
}

function flush(): void {
  recent = waiting.slice(-4);
  waiting = [];
  document.getElementById("live")?.replaceChildren(...recent.map((line) => line.row));
}
