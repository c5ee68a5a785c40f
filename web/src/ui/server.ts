/** What the first page says of this server: its name, its logo, and the pages that its host has written. */
const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";

export const SERVER = meta("application-name") || "Rondel";
export const LOGO = meta("rondel-logo");
/** Who can register: "" for everyone, or "invitation" or "allow-list". */
export const REGISTRATION = meta("rondel-registration");
export const SITE_PAGES = meta("rondel-pages");
