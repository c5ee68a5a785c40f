/** Saving a planner, and going on with a saved one: of this browser, from a file, or from a pasted text. */
import { type ChangeEvent, useId, useState } from "react";
import { download } from "../../ui/download";
import { showError } from "../../ui/errors";
import { Button, Notice } from "../../ui/parts";
import type { DecksProps } from "./props";
import type { Saving } from "./storage";

/** Before the first move: what this browser has saved, if the player wants it. */
export function SavedOffer({ perspective, act, saving }: DecksProps & { saving: Saving }) {
  const { t } = perspective;
  const [isDeclined, setDeclined] = useState(false);
  const { saved } = saving;
  if (saved === null || isDeclined) return null;
  return (
    <Notice
      kind="info"
      role="status"
      title={t("decks:saved.found", { turn: saved.turn, count: saved.cards })}
      action={
        <>
          <Button isSmall onClick={() => setDeclined(true)}>
            {t("decks:saved.notNow")}
          </Button>
          <Button
            isSmall
            kind="primary"
            onClick={() => {
              setDeclined(true);
              act({ type: "IMPORT_STATE", payload: saved.text });
            }}
          >
            {t("decks:saved.continue")}
          </Button>
        </>
      }
    />
  );
}

export function SavedField({ perspective, act, saving }: DecksProps & { saving: Saving }) {
  const { t } = perspective;
  const id = useId();
  const [text, setText] = useState("");
  const { saved } = saving;
  const load = (payload: string) => act({ type: "IMPORT_STATE", payload });
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file) load(await file.text());
  };
  const save = async () => {
    try {
      download("deck-planner.json", JSON.stringify(await saving.save(), null, 2));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div className="field">
      <b>{t("decks:saved.title")}</b>
      <p className="mut sm">{t("decks:saved.hint")}</p>
      <div className="row wrap-row">
        <Button onClick={() => void save()}>{t("decks:saved.export")}</Button>
        {saved ? (
          <Button onClick={() => load(saved.text)}>
            {t("decks:saved.load", { turn: saved.turn, count: saved.cards })}
          </Button>
        ) : null}
        <label className="btn file">
          {t("decks:saved.file")}
          <input
            className="vh"
            type="file"
            accept="application/json,.json"
            onChange={(event) => void read(event)}
          />
        </label>
      </div>
      <label htmlFor={id}>{t("decks:saved.paste")}</label>
      <textarea
        id={id}
        className="input mono"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button disabled={text.trim() === ""} onClick={() => load(text)}>
          {t("decks:saved.import")}
        </Button>
      </div>
    </div>
  );
}
