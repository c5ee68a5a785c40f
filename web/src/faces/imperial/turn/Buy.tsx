/** Who may buy a bond, in order; the bonds themselves are in the grid. */
import { Button } from "../../../ui/parts";
import type { Given } from "../acts";
import { SeatMark } from "../seats";

export function Buy({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking } = given;
  const { say, name } = looking;
  return (
    <div className="pane">
      <section aria-label={say("imperial:buy.queue")}>
        <h2 className="sub">{say("imperial:buy.queue")}</h2>
        <ol className="queue">
          {view.buyers.map((seat, index) => (
            <li key={seat} className={index === 0 ? "now" : undefined}>
              <SeatMark seat={seat} seats={view.playerInfo.length} looking={looking} />
              <span>{name(seat)}</span>
              {view.playerInfo[seat]?.swiss ? (
                <span className="tag">{say("imperial:players.swiss")}</span>
              ) : view.playerInfo[seat]?.investor ? (
                <span className="tag">{say("imperial:players.card")}</span>
              ) : null}
            </li>
          ))}
        </ol>
      </section>
      {isOwn ? (
        <>
          <p>{say("imperial:buy.choose")}</p>
          <p className="sm mut">{say("imperial:buy.passText")}</p>
          <Button className="narrow-only" onClick={() => given.open("stocks")}>
            {say("imperial:stocks.title")}
          </Button>
        </>
      ) : null}
    </div>
  );
}
