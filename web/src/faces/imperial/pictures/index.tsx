/** Pictures of Imperial: the rondel of a game in play, and what each setup looks like. */
import type { Perspective, Pictures } from "../../../play/board";
import type { View } from "../../../wire/imperial";
import { listed } from "../log/common";
import { Rondel } from "../Rondel";
import { money, spotName } from "../view";
import views from "./views.json";
import "../imperial.css";
import "./pictures.css";

const RECORDED: Record<string, { view: unknown }> = views;

const viewOf = (of: string) => RECORDED[of]?.view as View;

function Picture({ of, perspective }: { of: string; perspective: Perspective }) {
  const view = viewOf(of);
  const isSetup = of.startsWith("setup.");
  return (
    <div className={isSetup ? "imperial im-setup" : "imperial"}>
      <Rondel
        view={view}
        perspective={perspective}
        reach={new Set()}
        chosen={null}
        onChoose={() => undefined}
      />
      {isSetup ? <p>{prices(view)}</p> : null}
    </div>
  );
}

const prices = ({ prices }: View) => prices.slice(1).map(money).join(" ");

/** The spaces in order, and the prices. */
function alt(of: string, perspective: Perspective): string {
  const view = viewOf(of);
  return perspective.t("imperial:rondelPicture", {
    spaces: listed(
      view.wheel.map((spot) => spotName(spot, perspective)),
      perspective,
    ),
    prices: prices(view),
  });
}

const pictures: Pictures = { Picture, pictured: ["setup"], alt };

export default pictures;
