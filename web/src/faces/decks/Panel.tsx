/** Deck settings: presets, a deck of one's own, a saved planner. Closed until wanted; an error opens it once. */
import { useEffect, useId, useRef, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Button, Field } from "../../ui/parts";
import { legalOf, presetName } from "./phrases";
import type { DecksProps } from "./props";
import { SavedField } from "./Saved";
import type { Saving } from "./storage";

export function Panel({ saving, ...props }: DecksProps & { saving: Saving }) {
  const { table, state, view, perspective, act } = props;
  const { t } = perspective;
  const id = useId();
  const box = useRef<HTMLDetailsElement>(null);
  const announced = useRef<string | null>(null);
  const [hand, setHand] = useState(String(view.handSize));
  const [discards, setDiscards] = useState(String(view.discardCount));
  const [preset, setPreset] = useState(view.activePresetId ?? view.presets[0]?.id ?? "");
  const [json, setJson] = useState(() => (typeof state.draft === "string" ? state.draft : ""));
  const [isClosing, setClosing] = useState(false);
  const legal = legalOf(state);
  const one = (type: string) => legal.find((action) => action.type === type);
  useEffect(() => {
    if (view.error !== null && view.error !== announced.current && box.current) box.current.open = true;
    announced.current = view.error;
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
        <b>{t("decks:settings.title")}</b>
        <span className="mut sm">
          {view.deckSource === "preset"
            ? presetName(view.activePresetId ?? "", perspective)
            : t(`decks:source.${view.deckSource}`)}
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
            <Field id={`${id}-hand`} label={t("decks:settings.hand")}>
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
            <Field id={`${id}-discards`} label={t("decks:settings.discards")}>
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
            <Button type="submit">{t("decks:settings.apply")}</Button>
            <Button onClick={() => change(false)}>{t("decks:settings.applyLater")}</Button>
          </div>
          <p className="mut sm">{t("decks:settings.applyHint")}</p>
        </form>
        <Field id={`${id}-preset`} label={t("decks:settings.preset")}>
          <div className="join">
            <select
              id={`${id}-preset`}
              className="input"
              value={preset}
              onChange={(event) => setPreset(event.target.value)}
            >
              {view.presets.map((known) => (
                <option key={known.id} value={known.id}>
                  {presetName(known.id, perspective)} ({known.cardCount})
                </option>
              ))}
            </select>
            <Button onClick={() => act({ type: "LOAD_PRESET_DECK", payload: { presetId: preset } })}>
              {t("decks:settings.load")}
            </Button>
          </div>
        </Field>
        <Field id={`${id}-json`} label={t("decks:settings.json")} hint={t("decks:settings.jsonHint")}>
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
              {t("decks:settings.useJson")}
            </Button>
          </div>
        </Field>
        <SavedField {...props} saving={saving} />
        <div className="field">
          <b>{t("decks:settings.more")}</b>
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
                  {t(`decks:act.${name}`)}
                </Button>
              ) : null;
            })}
            {one("CLOSE_PLANNER") ? (
              <Button kind="danger" isSmall onClick={() => setClosing(true)}>
                {t("decks:act.close")}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      {isClosing ? (
        <Dialog title={t("decks:settings.closeTitle")} onClose={() => setClosing(false)}>
          <p className="mut">{t("decks:settings.closeText")}</p>
          <div className="actions">
            <Button onClick={() => setClosing(false)}>{t("action.cancel")}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setClosing(false);
                act({ type: "CLOSE_PLANNER" });
              }}
            >
              {t("decks:act.close")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </details>
  );
}
