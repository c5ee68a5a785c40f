/** By which rules: ready-made ones first, each rule by itself folded away. */
import { type Faces, useHow } from "../play/face";
import { chosenOf, hasOptions, type Options, optionsOf, presetOf, type Value } from "../play/options";
import { Choice } from "../ui/parts";
import { useGameWords, useWords } from "../ui/words";
import type { GameTold } from "../wire/calls";
import { OptionsForm } from "./OptionsForm";
import { Pictured } from "./Pictured";

interface Props {
  game: GameTold;
  faces: Faces;
  chosen: Options;
  /** All at once. */
  onChoose: (options: Options) => void;
  /** One of them. */
  onChange: (name: string, value: Value) => void;
}

export function HouseRules({ game, faces, chosen, onChoose, onChange }: Props) {
  const say = useWords();
  useGameWords("learn");
  const how = useHow(game.name, faces);
  const options = optionsOf(game);
  const pictured = options.filter((option) => how?.pictured?.includes(option.name));
  const presets: Record<string, Options> = { standard: {}, ...(game.houseRules as Record<string, Options>) };
  const found = presetOf(presets, chosen);
  const names = [...Object.keys(presets), ...(found === null ? ["own"] : [])];
  if (!hasOptions(game)) return null;
  return (
    <div className="panel pad stack">
      <Choice
        legend={say("new.more")}
        name="preset"
        value={found ?? "own"}
        of={names.map((name) => ({ value: name, label: say(`learn:preset.${name}`) }))}
        onChange={(name) => onChoose(presets[name] ?? chosen)}
      />
      <p className="mut sm">
        {say(`${game.name}:preset.${found ?? "own"}`, { defaultValue: say("learn:presetOwn") })}
      </p>
      {how
        ? pictured.map((option) => (
            <Pictured
              key={option.name}
              game={game.name}
              option={option}
              how={how}
              value={chosenOf(option, chosen)}
              onChange={onChange}
            />
          ))
        : null}
      <details className="group-all">
        <summary>{say("learn:eachRule")}</summary>
        <OptionsForm
          game={game.name}
          options={options.filter((option) => !pictured.includes(option))}
          chosen={chosen}
          onChange={onChange}
        />
      </details>
    </div>
  );
}
