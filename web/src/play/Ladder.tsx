/** Which bot: three of them, by name and face, from easy to hard. */
import { BotFace } from "../ui/BotFace";
import { Choice } from "../ui/parts";
import { useWords } from "../ui/words";
import { levels, rungOf } from "./levels";
import { botName } from "./names";

export function Ladder({
  legend,
  bots,
  level,
  onChange,
}: {
  legend: string;
  bots: string[];
  level: string;
  onChange: (level: string) => void;
}) {
  const say = useWords();
  return (
    <Choice
      legend={legend}
      name="level"
      value={level}
      of={levels(bots).map((bot) => ({
        value: bot,
        label: (
          <>
            <BotFace level={rungOf(bot)} />
            <span className="ladder">
              {say(`level.${rungOf(bot)}`, { defaultValue: bot })} <small>{botName(bot, 1)}</small>
            </span>
          </>
        ),
      }))}
      onChange={onChange}
    />
  );
}
