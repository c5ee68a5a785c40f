/** What a browser keeps between two visits; where it keeps nothing, this page does. */

const here = new Map<string, string>();

export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key) ?? here.get(key);
    return text == null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  here.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // full or forbidden: this page remembers it alone
  }
}

export function forget(key: string): void {
  here.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was there
  }
}

export function keys(prefix: string): string[] {
  const found = new Set([...here.keys()].filter((key) => key.startsWith(prefix)));
  try {
    for (let index = 0; index < localStorage.length; index++) {
      const key = localStorage.key(index);
      if (key?.startsWith(prefix)) found.add(key);
    }
  } catch {
    // only what this page remembers
  }
  return [...found];
}

/** What a tab keeps until it is closed. */
export function readTab<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // it lives as long as this page
  }
}
