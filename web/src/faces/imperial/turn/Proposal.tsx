/** A proposal: a place on the rondel, then what it needs, then the sentence that is sent. */
import type { ImperialProps } from "../acts";
import { entriesFor, entryOf, formOf, type Proposing } from "../draft";
import { proposeText } from "../log/plan";
import { allOf, legalOf, money, nation, spotKind, spotName } from "../view";
import { BoughtForm, MadeForm, SiteForm } from "./Forms";

export function ProposalForm(props: ImperialProps) {
  const { view, state, perspective, draft } = props;
  const { t } = perspective;
  const country = view.countryUp ?? "";
  const info = view.countryInfo[country];
  if (!draft.spot)
    return (
      <div className="pane">
        <p>{t(view.proposal1 ? "imperial:opp.choose" : "imperial:strip.proposalText")}</p>
        <p className="sm mut">{t("imperial:draft.treasury", { money: money(info?.money ?? 0) })}</p>
        <SpotList {...props} />
      </div>
    );
  const entries = entriesFor(legalOf(state), draft);
  const entry = entryOf(entries, draft);
  return (
    <div className="pane">
      <h2 className="draft-title" data-spot={draft.spot}>
        {spotName(draft.spot, perspective)} <small>{t(`imperial:spotText.${spotKind(draft.spot)}`)}</small>
      </h2>
      <DraftForm {...props} entries={entries} />
      <p className="sentence">
        {entry ? `${nation(country, perspective)}: ${proposeText(entry, perspective)}.` : ""}
      </p>
    </div>
  );
}

/** The same choice as the rondel, in a list. */
function SpotList({ view, state, perspective, setDraft }: ImperialProps) {
  const { t } = perspective;
  const open = new Set(allOf(legalOf(state), "PROPOSE").map(({ payload }) => payload.wheelSpot));
  return (
    <ul className="spots">
      {view.wheel
        .filter((spot) => open.has(spot))
        .map((spot) => {
          const fee = view.fees[spot] ?? 0;
          return (
            <li key={spot}>
              <button type="button" className="spot-row" data-spot={spot} onClick={() => setDraft({ spot })}>
                <b>{spotName(spot, perspective)}</b>
                <span className="mut sm">{t(`imperial:spotText.${spotKind(spot)}`)}</span>
                <span className="num">{fee === 0 ? t("imperial:rondel.free") : money(fee)}</span>
              </button>
            </li>
          );
        })}
    </ul>
  );
}

function DraftForm({ entries, ...props }: ImperialProps & { entries: Proposing[] }) {
  const { view, perspective, draft } = props;
  const { t } = perspective;
  const info = view.countryInfo[view.countryUp ?? ""];
  switch (formOf(entries)) {
    case "site":
      return <SiteForm {...props} entries={entries} />;
    case "made":
      return <MadeForm {...props} entries={entries} />;
    case "bought":
      return <BoughtForm {...props} entries={entries} />;
    default: {
      const spot = spotKind(draft.spot ?? "");
      const units = (info?.armies.length ?? 0) + (info?.fleets.length ?? 0);
      if (spot === "Maneuver")
        return <p>{t(units > 0 ? "imperial:draft.units" : "imperial:draft.unitsNone", { count: units })}</p>;
      if (spot === "Taxation" || spot === "Investor") return null; // the forecast says what comes of it
      return (
        <p>
          {t(spot === "Factory" ? "imperial:draft.factoryNone" : `imperial:draft.${spot.toLowerCase()}None`)}
        </p>
      );
    }
  }
}
