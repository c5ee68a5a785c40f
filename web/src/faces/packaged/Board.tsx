/** A board that a package draws itself. Where it cannot, this throws, and the page shows the table in another way. */
import { useEffect, useRef, useState } from "react";
import { type BoardProps, FaceFailed, Rematch, Result, useTableState } from "../../play/board";
import { useTranslation } from "../../ui/locales";
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

export function PackagedBoard({ face, table, perspective, summary }: BoardProps & { face: ServedFace }) {
  const t = useTranslation();
  const [failure, setFailure] = useState<FaceFailed | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const first = useRef({ table, perspective });
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
    const mine = new Stage(first.current.table, first.current.perspective, fail);
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
    first.current = { table, perspective };
    stage.current?.show(table, perspective);
  }, [table, perspective]);
  if (failure !== null) throw failure;
  return (
    <div className="packaged-in">
      <div
        ref={place}
        className="packaged"
        role="region"
        aria-label={t("face.board")}
        id="actions"
        tabIndex={-1}
      />
      {isOver && summary ? (
        <div className="panel pad stack">
          <Result summary={summary} />
          <Rematch table={table} summary={summary} />
        </div>
      ) : null}
    </div>
  );
}
