import { memo } from "react";
import { type Face, HIDDEN_CARD, PlayingCard } from "../../ui/PlayingCard";
import { allOf, cardText, legalOf } from "./phrases";
import type { CambioProps } from "./props";
import { Spot } from "./Spot";

/** The draw pile, the card in hand, the discards. */
export const Piles = memo(function Piles({ state, view, perspective, marks, act }: CambioProps) {
  const { t, nameOf, mySeat } = perspective;
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
          <Spot place="deck" marks={marks} perspective={perspective}>
            {deck ? (
              <button
                type="button"
                className="slot slot-ok deck"
                aria-disabled={isBusy}
                onClick={() => act(deck)}
              >
                <span className="vh">{t("cambio:pile.drawAction", { count: view.drawPileCount })}</span>
                {HIDDEN_CARD}
              </button>
            ) : (
              <span
                className={`slot deck${view.drawPileCount === 0 ? " deck-empty" : ""}`}
                role="img"
                aria-label={t("cambio:pile.drawLabel", { count: view.drawPileCount })}
              >
                {view.drawPileCount > 0 ? HIDDEN_CARD : <span className="gap" />}
              </span>
            )}
          </Spot>
          <span aria-hidden="true" className="num">
            {t("cambio:pile.draw", { count: view.drawPileCount })}
          </span>
        </div>
        <div
          className={held ? "pile drawn" : "pile drawn drawn-none"}
          aria-hidden={held === null || undefined}
        >
          <Spot place="held" marks={marks} perspective={perspective}>
            {held === null ? (
              <span className="gap" />
            ) : held.card ? (
              <PlayingCard face={held.card as Face} />
            ) : (
              <span
                className="slot"
                role="img"
                aria-label={t("cambio:pile.drawnHidden", { name: nameOf(held.seat) })}
              >
                {HIDDEN_CARD}
              </span>
            )}
          </Spot>
          <span>
            {held === null ? "\u00a0" : held.seat === mySeat ? t("cambio:pile.drawn") : nameOf(held.seat)}
          </span>
        </div>
        <div className="pile">
          <Spot place="discard" marks={marks} perspective={perspective}>
            {discardTop === null ? (
              <span className="gap" role="img" aria-label={t("cambio:pile.discardEmpty")} />
            ) : discard ? (
              <button
                type="button"
                className="slot slot-ok"
                aria-disabled={isBusy}
                onClick={() => act(discard)}
              >
                <span className="vh">
                  {t("cambio:pile.discardAction", { card: cardText(discardTop, perspective) })}
                </span>
                <PlayingCard face={discardTop as Face} label={false} />
              </button>
            ) : (
              <span
                className="slot"
                role="img"
                aria-label={t("cambio:pile.discardLabel", { card: cardText(discardTop, perspective) })}
              >
                <PlayingCard face={discardTop as Face} label={false} />
              </span>
            )}
          </Spot>
          <span aria-hidden="true">{t("cambio:pile.discard")}</span>
        </div>
      </div>
    </div>
  );
});
