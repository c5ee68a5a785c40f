/** By which rules: ready-made ones first, each rule by itself folded away. */

import { spokenAbout } from "../play/about";
import { type Faces, usePictures } from "../play/face";
import { chosenOf, hasOptions, type Options, optionsOf, presetOf, type Value } from "../play/options";
import { useAbout } from "../table/session";
import { plainWords, useGameWords, useTranslation } from "../ui/locales";
import { Choice } from "../ui/parts";
import type { GameResponse } from "../wire/calls";
import { OptionsForm } from "./OptionsForm";
import { Pictured } from "./Pictured";

interface Props {
  game: GameResponse;
  faces: Faces;
  chosen: Options;
  /** All at once. */
  onChoose: (options: Options) => void;
  /** One of them. */
  onChange: (name: string, value: Value) => void;
}

export function HouseRules({ game, faces, chosen, onChoose, onChange }: Props) {
  const t = useTranslation();
  useGameWords("learn");
  useGameWords(game.name);
  const own = spokenAbout(useAbout(game.name));
  const pictures = usePictures(game.name, faces);
  const options = optionsOf(game);
  const pictured = options.filter((option) => pictures?.pictured?.includes(option.name));
  const presets: Record<string, Options> = { standard: {}, ...(game.houseRules as Record<string, Options>) };
  const found = presetOf(presets, chosen);
  const names = [...Object.keys(presets), ...(found === null ? ["own"] : [])];
  if (!hasOptions(game)) return null;
  return (
    <div className="panel pad stack">
      <Choice
        legend={t("new.more")}
        name="preset"
        value={found ?? "own"}
        of={names.map((name) => ({
          value: name,
          label:
            own.houseRules?.[name]?.name ?? t(`learn:preset.${name}`, { defaultValue: plainWords(name) }),
        }))}
        onChange={(name) => onChoose(presets[name] ?? chosen)}
      />
      <p className="mut sm">{found === null ? t("learn:presetOwn") : own.houseRules?.[found]?.text}</p>
      {pictures
        ? pictured.map((option) => (
            <Pictured
              key={option.name}
              words={own.options ?? {}}
              option={option}
              pictures={pictures}
              value={chosenOf(option, chosen)}
              onChange={onChange}
            />
          ))
        : null}
      <details className="group-all">
        <summary>{t("learn:eachRule")}</summary>
        <OptionsForm
          words={own.options ?? {}}
          options={options.filter((option) => !pictured.includes(option))}
          chosen={chosen}
          onChange={onChange}
        />
      </details>
    </div>
  );
}
