/** The coach of a lesson: a sentence beside what it speaks of, and an answer to every other move. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "wouter";
import { type Table, useTableState } from "../../table";
import { call } from "../../table/api";
import { showError } from "../../ui/errors";
import { announce } from "../../ui/live";
import { spoken, useGameWords, useTranslation } from "../../ui/locales";
import { Button, LinkButton } from "../../ui/parts";
import type { HintResponse, TableResponse } from "../../wire/calls";
import type { GameModule } from "../face";
import { useHint } from "./hints";
import { type Placed, placed } from "./place";
import { isExpected, type Scene, useScene } from "./script";
import { boxesOf, useAttention, useTarget } from "./useTarget";
import "./lesson.css";

interface Props {
  table: Table;
  summary: TableResponse;
  game: GameModule;
}

export default function Coach(props: Props) {
  const scene = useScene(props.table, props.summary);
  const isHere = useGameWords("learn");
  if (scene === null || !isHere) return null;
  return <Speaking key={scene.done ?? "wait"} {...props} scene={scene} />;
}

function Speaking({ table, summary, game, scene }: Props & { scene: Scene }) {
  const t = useTranslation();
  const { step, script } = scene;
  const isOver = useTableState(table, (state) => state.status !== "active");
  const canDo = useTableState(
    table,
    (state) => step !== null && state.legal.some((action) => isExpected(step, action)),
  );
  const isSent = useTableState(table, (state) => state.pending !== null);
  const hints = isOver ? script.closing : canDo ? (step?.hints ?? []) : [];
  const find = (part: string) => game.part?.(part) ?? null;
  const [at, next] = useHint(hints, (part) => find(part) !== null);
  const [isWrong, setWrong] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who goes on has read why not
  useEffect(() => setWrong(false), [at]);
  useEffect(() => {
    table.gate = (action) => {
      const isRight = step === null ? scene.isOff : isExpected(step, action);
      setWrong(!isRight);
      return isRight;
    };
    return () => {
      table.gate = null;
    };
  }, [table, step, scene.isOff]);
  const hint = isSent ? undefined : hints[at];
  const isLast = at >= hints.length - 1;
  const words =
    wordsFor(hint, isWrong ? step?.why : undefined) ?? t(scene.isOff ? "learn:off" : "learn:wait");
  if (isSent || (scene.done === null && !scene.isOff)) return null;
  return (
    <Bubble
      find={() => (hint ? find(hint.at) : null)}
      id={`${scene.done}.${hint ? at : "wait"}`}
      isPressed={hint !== undefined && (isLast || hint.leads) && !isOver}
      isWrong={isWrong && hint !== undefined}
      words={words}
      keep={game.keep}
      count={
        isOver ? t("learn:done") : t("learn:step", { number: (scene.done ?? 0) + 1, of: script.steps.length })
      }
    >
      {isOver ? <Ending summary={summary} /> : <Skip summary={summary} />}
      {hint && !isLast && !hint.leads ? (
        <Button isSmall kind="primary" data-next onClick={next}>
          {t("learn:next")}
        </Button>
      ) : null}
    </Bubble>
  );
}

function wordsFor(
  hint: HintResponse | undefined,
  why: Record<string, string> | undefined,
): string | undefined {
  const found = why ?? hint?.say;
  return found?.[spoken()] ?? found?.en;
}

function Ending({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  return (
    <>
      <LinkButton isSmall href="/">
        {t("action.lobby")}
      </LinkButton>
      <LinkButton isSmall kind="primary" data-next href={`/new/${summary.game}`}>
        {t("learn:play")}
      </LinkButton>
    </>
  );
}

function Skip({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  const [, go] = useLocation();
  const skip = async () => {
    try {
      await call("POST", `/tables/${summary.id}/end`);
      go("/");
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Button isSmall kind="quiet" onClick={() => void skip()}>
      {t("learn:skip")}
    </Button>
  );
}

interface BubbleProps {
  find: () => HTMLElement | null;
  /** Another sentence has another one. */
  id: string;
  /** What the sentence speaks of is to be pressed. */
  isPressed: boolean;
  isWrong: boolean;
  words: string;
  keep: string | undefined;
  count: string;
  children: ReactNode;
}

function Bubble({ find, id, isPressed, isWrong, words, keep, count, children }: BubbleProps) {
  const t = useTranslation();
  const text = useId();
  const bubble = useRef<HTMLElement>(null);
  const { element, box, home } = useTarget(find, id);
  const [where, setWhere] = useState<Placed | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another size
  useLayoutEffect(() => {
    const own = bubble.current;
    const view = { width: window.innerWidth, height: window.innerHeight };
    // plain numbers: a DOMRect has none of its own to copy
    if (own) setWhere(placed(box, { width: own.offsetWidth, height: own.offsetHeight }, view, boxesOf(keep)));
  }, [box, home, words]);
  useAttention(isPressed ? element : null, id, text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sentence once, then whoever reads may scroll
  useEffect(() => {
    element?.scrollIntoView({ block: "nearest" });
  }, [element, id]);
  const isShown = where !== null;
  const isLoose = isShown && element === null;
  // in the text view nothing can be pointed at: then it is said
  useEffect(() => {
    if (isLoose) announce(words, "lesson");
  }, [isLoose, words]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sentence once
  useEffect(() => {
    if (isShown && !isPressed)
      bubble.current?.querySelector<HTMLElement>("[data-next]")?.focus({ preventScroll: true });
  }, [isShown, isPressed, home, id]);
  if (home === null) return null;
  return createPortal(
    <>
      {box ? <span className="coach-ring" aria-hidden="true" style={box} /> : null}
      <section
        ref={bubble}
        className={`coach coach-${where?.side ?? "none"}${isWrong ? " coach-wrong" : ""}`}
        aria-label={t("learn:title")}
        style={where ? { left: where.left, top: where.top } : { visibility: "hidden" }}
      >
        <i className="coach-arrow" aria-hidden="true" style={arrow(where)} />
        <p className="coach-count">{isWrong ? t("learn:notNow") : count}</p>
        <p id={text} role={isWrong ? "alert" : "status"}>
          {words}
        </p>
        <div className="coach-actions">{children}</div>
      </section>
    </>,
    home,
  );
}

function arrow(where: Placed | null) {
  if (where === null || where.side === "none") return { display: "none" };
  return where.side === "above" || where.side === "below" ? { left: where.arrow } : { top: where.arrow };
}
