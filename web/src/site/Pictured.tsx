/** An option whose values are chosen by a picture of each. */
import type { How, Looking } from "../play/face";
import { inOrder, type Option, optionLabel, optionSentence, type Value } from "../play/options";
import { Choice } from "../ui/parts";
import { useWords } from "../ui/words";

interface Props {
  game: string;
  option: Option;
  how: How;
  value: Value;
  onChange: (name: string, value: Value) => void;
}

export function Pictured({ game, option, how, value, onChange }: Props) {
  const say = useWords();
  const { Picture, alt } = how;
  const { kind, name } = option;
  if (kind.is !== "choice") return null;
  const looking: Looking = { say, you: null, name: String };
  const card = (one: string | number) => {
    const of = `${name}.${one}`;
    return (
      <>
        <span className="pictured-picture" inert aria-hidden="true">
          <Picture of={of} looking={looking} />
        </span>
        <span>
          {optionSentence(game, option, one, say)}
          {alt ? <span className="vh"> {alt(of, looking)}</span> : null}
        </span>
      </>
    );
  };
  return (
    <div className="pictured">
      <Choice
        legend={optionLabel(game, name, say)}
        name={name}
        value={value as string | number}
        of={inOrder(game, name, kind.of).map((one) => ({ value: one, label: card(one) }))}
        onChange={(chosen) => onChange(name, chosen)}
      />
    </div>
  );
}
