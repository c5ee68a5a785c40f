/** How Imperial is played, with the rondel of a game in play, and what each setup looks like. */
import type { How, Looking } from "../../../play/face";
import type { View } from "../../../wire/imperial";
import { Rondel } from "../Rondel";
import { listed } from "../tell/common";
import { money, spotName } from "../view";
import de from "./de";
import en from "./en";
import views from "./views.json";
import "../imperial.css";
import "./how.css";

const RECORDED: Record<string, { view: unknown }> = views;

const viewOf = (of: string) => RECORDED[of]?.view as View;

function Picture({ of, looking }: { of: string; looking: Looking }) {
  const view = viewOf(of);
  const isSetup = of.startsWith("setup.");
  return (
    <div className={isSetup ? "imperial im-setup" : "imperial"}>
      <Rondel view={view} looking={looking} reach={new Set()} chosen={null} onChoose={() => undefined} />
      {isSetup ? <p>{prices(view)}</p> : null}
    </div>
  );
}

const prices = ({ prices }: View) => prices.slice(1).map(money).join(" ");

/** The spaces in order, and the prices. */
function alt(of: string, looking: Looking): string {
  const view = viewOf(of);
  return looking.say("imperial:option.setup.picture", {
    spaces: listed(
      view.wheel.map((spot) => spotName(spot, looking)),
      looking,
    ),
    prices: prices(view),
  });
}

const how: How = { chapters: { en, de }, Picture, pictured: ["setup"], alt };

export default how;
