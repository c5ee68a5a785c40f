import { useId } from "react";
import {
  chosenOf,
  inOrder,
  type Option,
  type Options,
  optionLabel,
  optionSentence,
  type Value,
  valueText,
} from "../play/options";
import { NumberField } from "../ui/NumberField";
import { Choice, Field, Switch } from "../ui/parts";
import { has, type Say, useWords } from "../ui/words";

interface Given {
  game: string;
  options: Option[];
  chosen: Options;
  onChange: (name: string, value: Value) => void;
}

export function OptionsForm({ game, options, chosen, onChange }: Given) {
  const say = useWords();
  const shown = options.filter((option) => option.name !== "seats");
  const times = shown.filter((option) => option.kind.is === "number" && option.kind.isMs);
  const rules = shown.filter((option) => !times.includes(option));
  const groups = [
    { title: say("options.rules"), options: rules },
    { title: say("options.times"), options: times },
  ];
  return (
    <>
      {groups.map((group) =>
        group.options.length > 0 ? (
          <details key={group.title} className="panel group">
            <summary>
              <b>{group.title}</b>
              <span className="mut sm">{changed(group.options, chosen, say)}</span>
            </summary>
            <div className="group-in">
              {group.options.map((option) => (
                <OneOption
                  key={option.name}
                  game={game}
                  option={option}
                  value={chosenOf(option, chosen)}
                  onChange={onChange}
                />
              ))}
            </div>
          </details>
        ) : null,
      )}
    </>
  );
}

function changed(options: Option[], chosen: Options, say: Say): string {
  const count = options.filter((option) => chosenOf(option, chosen) !== option.standard).length;
  return count === 0 ? say("options.standard") : say("options.changed", { count });
}

function OneOption({
  game,
  option,
  value,
  onChange,
}: {
  game: string;
  option: Option;
  value: Value;
  onChange: (name: string, value: Value) => void;
}) {
  const say = useWords();
  const { kind, name } = option;
  if (kind.is === "switch")
    return (
      <Switch
        isOn={value === true}
        onChange={(isOn) => onChange(name, isOn)}
        hint={optionSentence(game, option, value, say)}
      >
        {optionLabel(game, name, say)}
      </Switch>
    );
  if (kind.is === "choice")
    return (
      <Choice
        legend={optionLabel(game, name, say)}
        name={name}
        value={value as string | number}
        of={inOrder(game, name, kind.of).map((one) => ({
          value: one,
          label: optionSentence(game, option, one, say),
        }))}
        onChange={(chosen) => onChange(name, chosen)}
      />
    );
  return <NumberOption game={game} option={option} value={value} onChange={onChange} />;
}

function NumberOption({
  game,
  option,
  value,
  onChange,
}: Omit<Given, "options" | "chosen"> & { option: Option; value: Value }) {
  const say = useWords();
  const id = useId();
  if (option.kind.is !== "number") return null;
  const { least, most, isMs, others, first } = option.kind;
  const unit = isMs ? 1000 : 1;
  const isOther = typeof value !== "number";
  return (
    <Field
      id={id}
      label={optionLabel(game, option.name, say)}
      hint={optionSentence(game, option, value, say)}
    >
      <div className="row wrap-row">
        {others.map((other) => (
          <Switch
            key={String(other)}
            isOn={value === other}
            onChange={(isOn) =>
              onChange(
                option.name,
                isOn ? other : typeof option.standard === "number" ? option.standard : least,
              )
            }
          >
            {has(`${game}:option.${option.name}.${other}`)
              ? say(`${game}:option.${option.name}.${other}`)
              : valueText(other, say)}
          </Switch>
        ))}
        {isOther ? null : (
          <span className="row">
            <NumberField
              id={id}
              className="number"
              least={least / unit + first}
              most={most / unit + first}
              step={isMs ? 0.5 : 1}
              value={value / unit + first}
              aria-describedby={`${id}-hint`}
              onChange={(said) => onChange(option.name, Math.round((said - first) * unit))}
            />
            <span className="mut sm">
              {isMs
                ? say("options.secondsRange", { least: least / unit, most: most / unit })
                : say("options.range", { least: least + first, most: most + first })}
            </span>
          </span>
        )}
      </div>
    </Field>
  );
}
