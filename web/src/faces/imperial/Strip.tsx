/** The strip on top, and what can be pressed. */
import { Pause, Play } from "lucide-react";
import { Clock } from "../../ui/Clock";
import { Button } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { ImperialProps, Press } from "./acts";
import { SeatClock } from "./Clocks";
import { strip } from "./log/strip";
import { NationMark, nationClass } from "./marks";
import { allOf, legalOf } from "./view";

export function TurnStrip({
  presses,
  isWide,
  ...props
}: ImperialProps & { presses: Press[]; isWide: boolean }) {
  const { state, view, perspective, draft, act } = props;
  const prompt = strip(state, perspective);
  if (prompt === null) return null;
  const isPaused = view.timer.pause > 0;
  const text = isPaused
    ? null
    : prompt.isMine && draft.spot
      ? perspective.t("imperial:strip.draftText")
      : prompt.text;
  const country = view.countryUp;
  const legal = legalOf(state);
  const [pause] = [...allOf(legal, "PAUSE_CLOCK"), ...allOf(legal, "RESUME_CLOCK")];
  return (
    <div
      className={`${country && view.mode !== "game-over" ? nationClass(country) : ""} im-strip${prompt.isMine ? " im-strip-mine" : ""}`}
    >
      {country && view.mode !== "game-over" ? (
        <NationMark country={country} perspective={perspective} isLarge />
      ) : null}
      <div className="im-strip-text">
        <b>{prompt.title}</b>
        {text ? <span>{text}</span> : null}
        <Paused {...props} />
      </div>
      {pause ? (
        <Button isSmall className="pause" onClick={() => act(pause)}>
          {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
          <span>{perspective.t(isPaused ? "imperial:pause.resume" : "imperial:pause.short")}</span>
        </Button>
      ) : null}
      {prompt.until ? (
        <Clock until={prompt.until} isMine={prompt.isMine} startMs={prompt.startMs} next={prompt.next} />
      ) : perspective.mySeat !== null ? (
        <SeatClock state={state} view={view} seat={perspective.mySeat} />
      ) : null}
      {isWide ? <Buttons presses={presses} isBusy={state.pending !== null} /> : null}
    </div>
  );
}

function Paused({ view, state, perspective }: ImperialProps) {
  if (view.timer.pause === 0) return null;
  const time = new Date(view.timer.pause).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const pause = state.events.findLast((event) => event.type === "CLOCK_PAUSED");
  const seat = (pause?.payload as { seat: number | null } | undefined)?.seat ?? null;
  return (
    <span className="paused">
      {seat === null
        ? perspective.t("imperial:pause.onHouse", { time })
        : perspective.t("imperial:pause.on", {
            name: perspective.nameOf(seat),
            time,
            ...(seat === perspective.mySeat ? { context: "you" } : {}),
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
