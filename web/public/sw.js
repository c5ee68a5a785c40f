// What this browser does when nobody looks: it shows that it is somebody's turn. It keeps no pages.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json()));
});

self.addEventListener("notificationclick", (event) => {
  const { table } = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === "mute" ? mute(table) : open(`/t/${table}`));
});

/** One note for each table: a newer one takes its place. Whoever has the table in front needs none. */
async function show(note) {
  if (typeof note?.table !== "string") return;
  const pages = await self.clients.matchAll({ type: "window" });
  const inFront = pages.some((page) => page.focused && new URL(page.url).pathname === `/t/${note.table}`);
  await self.registration.showNotification(note.title, {
    body: note.text,
    tag: note.table,
    renotify: !inFront,
    silent: inFront,
    icon: "/icon.svg",
    badge: "/icon.svg",
    data: { table: note.table },
    actions: [
      { action: "open", title: note.open },
      { action: "mute", title: note.mute },
    ],
  });
}

async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  if (there) return there.focus();
  return self.clients.openWindow(path);
}

function mute(table) {
  return fetch(`/api/tables/${table}/mute`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-rondel": "1" },
    body: JSON.stringify({ isMuted: true }),
    credentials: "same-origin",
  });
}
