/** Which bot: by name and face, from easy to hard, and how it plays. */
import { useAbout } from "../table/session";
import { BotFace } from "../ui/BotFace";
import { useTranslation } from "../ui/locales";
import { Choice } from "../ui/parts";
import { botText, spokenAbout } from "./about";
import { levels, rungOf } from "./levels";
import { botName } from "./names";

export function Ladder({
  game,
  legend,
  bots,
  level,
  onChange,
}: {
  game: string;
  legend: string;
  bots: string[];
  level: string;
  onChange: (level: string) => void;
}) {
  const t = useTranslation();
  const { text } = spokenAbout(useAbout(game)).bots?.[level] ?? {};
  return (
    <>
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
                {botText(game, bot, t)} <small>{botName(bot, 1)}</small>
              </span>
            </>
          ),
        }))}
        onChange={onChange}
      />
      {text ? <p className="mut sm">{text}</p> : null}
    </>
  );
}
