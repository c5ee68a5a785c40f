import { useId } from "react";
import {
  chosenOf,
  inOrder,
  type Option,
  type Options,
  type OptionWords,
  optionLabel,
  optionSentence,
  type Value,
  valueText,
} from "../play/options";
import { type Translate, useTranslation } from "../ui/locales";
import { NumberField } from "../ui/NumberField";
import { Choice, Field, Switch } from "../ui/parts";

interface Props {
  words: OptionWords;
  options: Option[];
  chosen: Options;
  onChange: (name: string, value: Value) => void;
}

export function OptionsForm({ words, options, chosen, onChange }: Props) {
  const t = useTranslation();
  const shown = options.filter((option) => option.name !== "seats");
  const times = shown.filter((option) => option.kind.is === "number" && option.kind.isMs);
  const rules = shown.filter((option) => !times.includes(option));
  const groups = [
    { title: t("options.rules"), options: rules },
    { title: t("options.times"), options: times },
  ];
  return (
    <>
      {groups.map((group) =>
        group.options.length > 0 ? (
          <details key={group.title} className="panel group">
            <summary>
              <b>{group.title}</b>
              <span className="mut sm">{changed(group.options, chosen, t)}</span>
            </summary>
            <div className="group-in">
              {group.options.map((option) => (
                <OneOption
                  key={option.name}
                  words={words}
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

function changed(options: Option[], chosen: Options, t: Translate): string {
  const count = options.filter((option) => chosenOf(option, chosen) !== option.standard).length;
  return count === 0 ? t("options.standard") : t("options.changed", { count });
}

function OneOption({
  words,
  option,
  value,
  onChange,
}: {
  words: OptionWords;
  option: Option;
  value: Value;
  onChange: (name: string, value: Value) => void;
}) {
  const t = useTranslation();
  const { kind, name } = option;
  if (kind.is === "switch")
    return (
      <Switch
        isOn={value === true}
        onChange={(isOn) => onChange(name, isOn)}
        hint={optionSentence(words, option, value, t)}
      >
        {optionLabel(words, name)}
      </Switch>
    );
  if (kind.is === "choice")
    return (
      <Choice
        legend={optionLabel(words, name)}
        name={name}
        value={value as string | number}
        of={inOrder(words, name, kind.of).map((one) => ({
          value: one,
          label: optionSentence(words, option, one, t),
        }))}
        onChange={(chosen) => onChange(name, chosen)}
      />
    );
  return <NumberOption words={words} option={option} value={value} onChange={onChange} />;
}

function NumberOption({
  words,
  option,
  value,
  onChange,
}: Omit<Props, "options" | "chosen"> & { option: Option; value: Value }) {
  const t = useTranslation();
  const id = useId();
  if (option.kind.is !== "number") return null;
  const { least, most, isMs, others, first } = option.kind;
  const unit = isMs ? 1000 : 1;
  const isOther = typeof value !== "number";
  return (
    <Field id={id} label={optionLabel(words, option.name)} hint={optionSentence(words, option, value, t)}>
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
            {words[option.name]?.[String(other)] ?? valueText(other, t)}
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
              onChange={(value) => onChange(option.name, Math.round((value - first) * unit))}
            />
            <span className="mut sm">
              {isMs
                ? t("options.secondsRange", { least: least / unit, most: most / unit })
                : t("options.range", { least: least + first, most: most + first })}
            </span>
          </span>
        )}
      </div>
    </Field>
  );
}
