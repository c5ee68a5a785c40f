/** A board that a package draws itself. Where it cannot, this throws, and the page shows the table in another way. */
import { useEffect, useRef, useState } from "react";
import { type BoardGiven, FaceFailed } from "../../play/face";
import { Rematch } from "../../play/Rematch";
import { Result } from "../../play/TextView";
import { useTableState } from "../../table";
import { useWords } from "../../ui/words";
import { fetchFace, mountOf, type ServedFace } from "./served";
import { FACADE, Stage } from "./stage";
import "./packaged.css";

/** So long after its module is here a face may leave its root empty. */
export const BLANK_MS = 5_000;

/** Draw the face into this root; `onHere` is called when its files are here. Returns what takes it away. */
async function draw(
  face: ServedFace,
  root: HTMLElement,
  stage: Stage,
  onHere: () => void,
): Promise<() => void> {
  if (face.facade !== FACADE) throw new FaceFailed("version", face.facade);
  await fetchFace(face, root);
  onHere();
  const mount = await mountOf(face);
  try {
    return (await mount(root, stage.facade)) ?? (() => {});
  } catch (error) {
    throw new FaceFailed("threw", error);
  }
}

export function PackagedBoard({ face, table, looking, told }: BoardGiven & { face: ServedFace }) {
  const say = useWords();
  const [failure, setFailure] = useState<FaceFailed | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const first = useRef({ table, looking });
  const isOver = useTableState(
    table,
    (state) => /^(completed|abandoned)$/.test(state.status) && !state.isPast,
  );
  useEffect(() => {
    const host = document.createElement("div");
    place.current?.replaceChildren(host);
    const root = host.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOn = true;
    let away = () => {};
    const fail = (error: unknown) => {
      if (!isOn) return;
      console.error(error instanceof FaceFailed ? (error.cause ?? error) : error);
      setFailure(error instanceof FaceFailed ? error : new FaceFailed("threw", error));
    };
    const mine = new Stage(first.current.table, first.current.looking, fail);
    stage.current = mine;
    const expect = () => {
      timer = setTimeout(() => root.childElementCount === 0 && fail(new FaceFailed("blank")), BLANK_MS);
    };
    draw(face, root, mine, expect).then((end) => {
      away = end;
      if (!isOn) end();
    }, fail);
    return () => {
      isOn = false;
      clearTimeout(timer);
      mine.end();
      try {
        away();
      } catch (error) {
        console.error(error);
      }
    };
  }, [face]);
  useEffect(() => {
    first.current = { table, looking };
    stage.current?.show(table, looking);
  }, [table, looking]);
  if (failure !== null) throw failure;
  return (
    <div className="packaged-in">
      <div
        ref={place}
        className="packaged"
        role="region"
        aria-label={say("face.board")}
        id="actions"
        tabIndex={-1}
      />
      {isOver && told ? (
        <div className="panel pad stack">
          <Result told={told} />
          <Rematch table={table} told={told} />
        </div>
      ) : null}
    </div>
  );
}
