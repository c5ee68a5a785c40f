import { memo } from "react";
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import type { Given } from "./given";
import { Spot } from "./Spot";
import { allOf, legalOf, nameOf } from "./words";

/** The draw pile, the card in hand, the discards. */
export const Piles = memo(function Piles({ state, view, looking, marks, act }: Given) {
  const { say, name, you } = looking;
  const legal = legalOf(state);
  const draws = allOf(legal, "DRAW_CARD");
  const deck = draws.find((action) => action.payload.source === "deck");
  const discard = draws.find((action) => action.payload.source === "discard");
  const isBusy = state.pending !== null;
  const { held, discardTop } = view;
  return (
    <div className="mid">
      <div className="piles">
        <div className="pile">
          <Spot place="deck" marks={marks} looking={looking}>
            {deck ? (
              <button
                type="button"
                className="slot slot-ok deck"
                aria-disabled={isBusy}
                onClick={() => act(deck)}
              >
                <span className="vh">{say("cambio:pile.drawAction", { count: view.drawPileCount })}</span>
                {HIDDEN_CARD}
              </button>
            ) : (
              <span
                className={`slot deck${view.drawPileCount === 0 ? " deck-empty" : ""}`}
                role="img"
                aria-label={say("cambio:pile.drawLabel", { count: view.drawPileCount })}
              >
                {view.drawPileCount > 0 ? HIDDEN_CARD : <span className="gap" />}
              </span>
            )}
          </Spot>
          <span aria-hidden="true" className="num">
            {say("cambio:pile.draw", { count: view.drawPileCount })}
          </span>
        </div>
        <div
          className={held ? "pile drawn" : "pile drawn drawn-none"}
          aria-hidden={held === null || undefined}
        >
          <Spot place="held" marks={marks} looking={looking}>
            {held === null ? (
              <span className="gap" />
            ) : held.card ? (
              <PlayingCard face={held.card as Face} />
            ) : (
              <span
                className="slot"
                role="img"
                aria-label={say("cambio:pile.drawnHidden", { name: name(held.seat) })}
              >
                {HIDDEN_CARD}
              </span>
            )}
          </Spot>
          <span>
            {held === null ? "\u00a0" : held.seat === you ? say("cambio:pile.drawn") : name(held.seat)}
          </span>
        </div>
        <div className="pile">
          <Spot place="discard" marks={marks} looking={looking}>
            {discardTop === null ? (
              <span className="gap" role="img" aria-label={say("cambio:pile.discardEmpty")} />
            ) : discard ? (
              <button
                type="button"
                className="slot slot-ok"
                aria-disabled={isBusy}
                onClick={() => act(discard)}
              >
                <span className="vh">
                  {say("cambio:pile.discardAction", { card: nameOf(discardTop, looking) })}
                </span>
                <PlayingCard face={discardTop as Face} label={false} />
              </button>
            ) : (
              <span
                className="slot"
                role="img"
                aria-label={say("cambio:pile.discardLabel", { card: nameOf(discardTop, looking) })}
              >
                <PlayingCard face={discardTop as Face} label={false} />
              </span>
            )}
          </Spot>
          <span aria-hidden="true">{say("cambio:pile.discard")}</span>
        </div>
      </div>
    </div>
  );
});
