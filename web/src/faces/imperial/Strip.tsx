/** The strip on top, and what can be pressed. */
import { Pause, Play } from "lucide-react";
import { Clock } from "../../ui/Clock";
import { Button } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Given, Press } from "./acts";
import { SeatClock } from "./Clocks";
import { NationMark, nationClass } from "./marks";
import { strip } from "./tell/strip";
import { allOf, legalOf } from "./view";

export function TurnStrip({ presses, isWide, ...given }: Given & { presses: Press[]; isWide: boolean }) {
  const { state, view, looking, draft, act } = given;
  const told = strip(state, looking);
  if (told === null) return null;
  const isPaused = view.timer.pause > 0;
  const text = isPaused
    ? null
    : told.isMine && draft.spot
      ? looking.say("imperial:strip.draftText")
      : told.text;
  const country = view.countryUp;
  const legal = legalOf(state);
  const [pause] = [...allOf(legal, "PAUSE_CLOCK"), ...allOf(legal, "RESUME_CLOCK")];
  return (
    <div
      className={`${country && view.mode !== "game-over" ? nationClass(country) : ""} im-strip${told.isMine ? " im-strip-mine" : ""}`}
    >
      {country && view.mode !== "game-over" ? (
        <NationMark country={country} looking={looking} isLarge />
      ) : null}
      <div className="im-strip-text">
        <b>{told.title}</b>
        {text ? <span>{text}</span> : null}
        <Paused {...given} />
      </div>
      {pause ? (
        <Button isSmall className="pause" onClick={() => act(pause)}>
          {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
          <span>{looking.say(isPaused ? "imperial:pause.resume" : "imperial:pause.short")}</span>
        </Button>
      ) : null}
      {told.until ? (
        <Clock until={told.until} isMine={told.isMine} startMs={told.startMs} next={told.next} />
      ) : looking.you !== null ? (
        <SeatClock state={state} view={view} seat={looking.you} />
      ) : null}
      {isWide ? <Buttons presses={presses} isBusy={state.pending !== null} /> : null}
    </div>
  );
}

function Paused({ view, state, looking }: Given) {
  if (view.timer.pause === 0) return null;
  const time = new Date(view.timer.pause).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const told = state.events.findLast((event) => event.type === "CLOCK_PAUSED");
  const seat = (told?.payload as { seat: number | null } | undefined)?.seat ?? null;
  return (
    <span className="paused">
      {seat === null
        ? looking.say("imperial:pause.onHouse", { time })
        : looking.say("imperial:pause.on", {
            name: looking.name(seat),
            time,
            ...(seat === looking.you ? { context: "you" } : {}),
          })}
    </span>
  );
}

function Buttons({ presses, isBusy }: { presses: Press[]; isBusy: boolean }) {
  const hasKeys = useSettings((settings) => settings.hotkeys);
  return (
    <div className="im-acts" id="actions" tabIndex={-1}>
      {presses.map(({ id, label, what, title, kind, press, hotkey, isOff }) => (
        <Button
          key={id}
          kind={kind ?? "plain"}
          data-press={id}
          title={title}
          aria-disabled={isBusy || isOff || undefined}
          onClick={() => !isOff && press()}
        >
          {what ? (
            <span className="press-two">
              {label}
              <span className="vh">: </span>
              <small>{what}</small>
            </span>
          ) : (
            label
          )}
          {hotkey && hasKeys ? <kbd aria-hidden="true">{hotkey.toUpperCase()}</kbd> : null}
        </Button>
      ))}
    </div>
  );
}

export function Bar({ presses, isBusy }: { presses: Press[]; isBusy: boolean }) {
  return (
    <div className={`im-bar${presses.length === 0 ? " im-bar-none" : ""}`}>
      <Buttons presses={presses} isBusy={isBusy} />
    </div>
  );
}
