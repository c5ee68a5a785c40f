/** Who may buy a bond, in order; the bonds themselves are in the grid. */
import { Button } from "../../../ui/parts";
import type { ImperialProps } from "../acts";
import { SeatMark } from "../seats";

export function Buy({ isOwn, ...props }: ImperialProps & { isOwn: boolean }) {
  const { view, perspective } = props;
  const { t, nameOf } = perspective;
  return (
    <div className="pane">
      <section aria-label={t("imperial:buy.queue")}>
        <h2 className="sub">{t("imperial:buy.queue")}</h2>
        <ol className="queue">
          {view.buyers.map((seat, index) => (
            <li key={seat} className={index === 0 ? "now" : undefined}>
              <SeatMark seat={seat} seats={view.playerInfo.length} perspective={perspective} />
              <span>{nameOf(seat)}</span>
              {view.playerInfo[seat]?.swiss ? (
                <span className="tag">{t("imperial:players.swiss")}</span>
              ) : view.playerInfo[seat]?.investor ? (
                <span className="tag">{t("imperial:players.card")}</span>
              ) : null}
            </li>
          ))}
        </ol>
      </section>
      {isOwn ? (
        <>
          <p>{t("imperial:buy.choose")}</p>
          <p className="sm mut">{t("imperial:buy.passText")}</p>
          <Button className="narrow-only" onClick={() => props.open("stocks")}>
            {t("imperial:stocks.title")}
          </Button>
        </>
      ) : null}
    </div>
  );
}
