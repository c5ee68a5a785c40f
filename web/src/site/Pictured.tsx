/** An option whose values are chosen by a picture of each. */
import type { Perspective, Pictures } from "../play/face";
import {
  inOrder,
  type Option,
  type OptionWords,
  optionLabel,
  optionSentence,
  type Value,
} from "../play/options";
import { useTranslation } from "../ui/locales";
import { Choice } from "../ui/parts";

interface Props {
  words: OptionWords;
  option: Option;
  pictures: Pictures;
  value: Value;
  onChange: (name: string, value: Value) => void;
}

export function Pictured({ words, option, pictures, value, onChange }: Props) {
  const t = useTranslation();
  const { Picture, alt } = pictures;
  const { kind, name } = option;
  if (kind.is !== "choice") return null;
  const perspective: Perspective = { t, mySeat: null, nameOf: String };
  const card = (one: string | number) => {
    const of = `${name}.${one}`;
    return (
      <>
        <span className="pictured-picture" inert aria-hidden="true">
          <Picture of={of} perspective={perspective} />
        </span>
        <span>
          {optionSentence(words, option, one, t)}
          {alt ? <span className="vh"> {alt(of, perspective)}</span> : null}
        </span>
      </>
    );
  };
  return (
    <div className="pictured">
      <Choice
        legend={optionLabel(words, name)}
        name={name}
        value={value as string | number}
        of={inOrder(words, name, kind.of).map((one) => ({ value: one, label: card(one) }))}
        onChange={(chosen) => onChange(name, chosen)}
      />
    </div>
  );
}
