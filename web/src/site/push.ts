/** Messages to this browser while nobody looks (Web Push). Nobody is asked before they want it. */
import { call } from "../table/api";
import { read, write } from "../table/keep";
import type { NotificationPreferencesResponse } from "../wire/calls";

const OFFERED = "rondel.pushOffered";

/** The one script that may be registered; where pages must vouch for scripts, this vouches for it alone. */
const SCRIPT = "/sw.js";

interface Vouching {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

function script(): string {
  const vouching = (window as Window & { trustedTypes?: Vouching }).trustedTypes;
  if (vouching === undefined) return SCRIPT;
  policy ??= vouching.createPolicy("rondel", { createScriptURL: () => SCRIPT });
  return policy.createScriptURL(SCRIPT);
}
let policy: ReturnType<Vouching["createPolicy"]> | undefined;

/** Whether this browser can be sent messages at all. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The subscription of this browser, if it has one. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Ask for leave and subscribe; null where somebody said no. */
export async function subscribe(key: string): Promise<NotificationPreferencesResponse | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(script());
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  if (known && !isFor(known, key)) await known.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  return call<NotificationPreferencesResponse>("POST", "/me/devices", { endpoint, p256dh, auth });
}

/** No more messages to this browser. */
export async function unsubscribe(
  alerts: NotificationPreferencesResponse,
): Promise<NotificationPreferencesResponse> {
  const subscription = await subscribed();
  await subscription?.unsubscribe();
  const device = alerts.devices.find((one) => one.endpoint === subscription?.endpoint);
  if (device) await call("DELETE", `/me/devices/${device.id}`);
  return call<NotificationPreferencesResponse>("GET", "/me/alerts");
}

/** Whoever sits here next must not be shown what is somebody else's. */
export async function leaveBrowser(): Promise<void> {
  await (await subscribed().catch(() => null))?.unsubscribe().catch(() => false);
}

/** Somebody has seen it: the note about this table is taken down. */
export async function clearNote(table: string): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const note of (await registration?.getNotifications({ tag: table })) ?? []) note.close();
}

/** Whether to offer it now: once, after a game has ended, where it is possible and nobody has decided. */
export function mayOffer(): boolean {
  return canPush() && Notification.permission === "default" && !read<boolean>(OFFERED, false);
}

export function offered(): void {
  write(OFFERED, true);
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  if (own === null) return false;
  const bytes = new Uint8Array(own);
  return bytesOf(key).every((byte, index) => byte === bytes[index]);
}
