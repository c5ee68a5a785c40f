// What a page hears, with the whole View in every step: where the server sends a patch, it is applied here as well.

/** What a patch makes of a value. */
export function apply(base, patch) {
  if (Array.isArray(patch)) return patch.length === 1 ? patch[0] : base.toSpliced(...patch);
  const next = structuredClone(base);
  for (const [name, change] of Object.entries(patch))
    if (change === null) delete next[name];
    else next[name] = apply(next[name], change);
  return next;
}

/** From now on all frames that this page is sent are in the list. To be called before it goes anywhere. */
export function framesOf(page) {
  const [frames, shown] = [[], new Map()];
  const whole = ({ patch, ...frame }) => {
    const whole = patch ? { ...frame, ...apply(shown.get(frame.table), patch) } : frame;
    const { view, legal, clocks, scene } = whole;
    if (view) shown.set(frame.table, { view, legal, clocks, scene });
    return whole;
  };
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => frames.push(whole(JSON.parse(String(payload))))),
  );
  return frames;
}
