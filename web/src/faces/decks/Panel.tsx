/** Deck and numbers: presets, a deck of one's own, a saved planner. Closed until wanted; an error opens it once. */
import { useEffect, useId, useRef, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Button, Field } from "../../ui/parts";
import type { Given } from "./given";
import { SavedField } from "./Saved";
import type { Saving } from "./storage";
import { legalOf, presetName } from "./words";

export function Panel({ saving, ...given }: Given & { saving: Saving }) {
  const { table, state, view, looking, act } = given;
  const { say } = looking;
  const id = useId();
  const box = useRef<HTMLDetailsElement>(null);
  const told = useRef<string | null>(null);
  const [hand, setHand] = useState(String(view.handSize));
  const [discards, setDiscards] = useState(String(view.discardCount));
  const [preset, setPreset] = useState(view.activePresetId ?? view.presets[0]?.id ?? "");
  const [json, setJson] = useState(() => (typeof state.draft === "string" ? state.draft : ""));
  const [isClosing, setClosing] = useState(false);
  const legal = legalOf(state);
  const one = (type: string) => legal.find((action) => action.type === type);
  useEffect(() => {
    if (view.error !== null && view.error !== told.current && box.current) box.current.open = true;
    told.current = view.error;
  }, [view.error]);
  useEffect(() => {
    setHand(String(view.handSize));
    setDiscards(String(view.discardCount));
  }, [view.handSize, view.discardCount]);

  const change = (immediateReset: boolean) =>
    act({
      type: "CHANGE_PARAMETERS",
      payload: { handSize: Number(hand), discardCount: Number(discards), immediateReset },
    });
  const write = (text: string) => {
    setJson(text);
    table.setDraft(text === "" ? null : text);
  };
  return (
    <details className="panel decks-panel" ref={box}>
      <summary>
        <b>{say("decks:settings.title")}</b>
        <span className="mut sm">
          {view.deckSource === "preset"
            ? presetName(view.activePresetId ?? "", looking)
            : say(`decks:source.${view.deckSource}`)}
        </span>
      </summary>
      <div className="decks-panel-in">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            change(true);
          }}
        >
          <div className="decks-numbers">
            <Field id={`${id}-hand`} label={say("decks:settings.hand")}>
              <input
                id={`${id}-hand`}
                className="input"
                type="number"
                min="1"
                max="10"
                value={hand}
                onChange={(event) => setHand(event.target.value)}
              />
            </Field>
            <Field id={`${id}-discards`} label={say("decks:settings.discards")}>
              <input
                id={`${id}-discards`}
                className="input"
                type="number"
                min="0"
                max="20"
                value={discards}
                onChange={(event) => setDiscards(event.target.value)}
              />
            </Field>
          </div>
          <div className="row wrap-row">
            <Button type="submit">{say("decks:settings.apply")}</Button>
            <Button onClick={() => change(false)}>{say("decks:settings.applyLater")}</Button>
          </div>
          <p className="mut sm">{say("decks:settings.applyHint")}</p>
        </form>
        <Field id={`${id}-preset`} label={say("decks:settings.preset")}>
          <div className="join">
            <select
              id={`${id}-preset`}
              className="input"
              value={preset}
              onChange={(event) => setPreset(event.target.value)}
            >
              {view.presets.map((known) => (
                <option key={known.id} value={known.id}>
                  {presetName(known.id, looking)} ({known.cardCount})
                </option>
              ))}
            </select>
            <Button onClick={() => act({ type: "LOAD_PRESET_DECK", payload: { presetId: preset } })}>
              {say("decks:settings.load")}
            </Button>
          </div>
        </Field>
        <Field id={`${id}-json`} label={say("decks:settings.json")} hint={say("decks:settings.jsonHint")}>
          <textarea
            id={`${id}-json`}
            className="input mono"
            rows={4}
            spellCheck={false}
            value={json}
            aria-describedby={`${id}-json-hint`}
            onChange={(event) => write(event.target.value)}
          />
          <div>
            <Button
              disabled={json.trim() === ""}
              onClick={() => act({ type: "APPLY_JSON_OVERRIDE", payload: json })}
            >
              {say("decks:settings.useJson")}
            </Button>
          </div>
        </Field>
        <SavedField {...given} saving={saving} />
        <div className="field">
          <b>{say("decks:settings.more")}</b>
          <div className="row wrap-row">
            {(["DEAL_NEXT_HAND", "START_CUSTOM_DECK", "RESET", "INIT"] as const).map((type) => {
              const action = one(type);
              const name = {
                DEAL_NEXT_HAND: "deal",
                START_CUSTOM_DECK: "custom",
                RESET: "reset",
                INIT: "init",
              }[type];
              return action ? (
                <Button key={type} isSmall onClick={() => act(action)}>
                  {say(`decks:act.${name}`)}
                </Button>
              ) : null;
            })}
            {one("CLOSE_PLANNER") ? (
              <Button kind="danger" isSmall onClick={() => setClosing(true)}>
                {say("decks:act.close")}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      {isClosing ? (
        <Dialog title={say("decks:settings.closeTitle")} onClose={() => setClosing(false)}>
          <p className="mut">{say("decks:settings.closeText")}</p>
          <div className="actions">
            <Button onClick={() => setClosing(false)}>{say("action.cancel")}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setClosing(false);
                act({ type: "CLOSE_PLANNER" });
              }}
            >
              {say("decks:act.close")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </details>
  );
}
