/** What a place on the rondel needs: a site, units that are made, units that are bought. */
import { Plus, X } from "lucide-react";
import { canPick } from "../../../play/board";
import { Button } from "../../../ui/parts";
import type { ImperialProps } from "../acts";
import { type Bought, chosenOf, madeOf, mostMade, type Proposing, unitsToBuy } from "../draft";
import { UnitIcon } from "../marks";
import { place } from "../view";

export function SiteForm({
  entries,
  perspective,
  draft,
  setDraft,
}: ImperialProps & { entries: Proposing[] }) {
  const { t } = perspective;
  return (
    <fieldset className="picks">
      <legend>{t("imperial:draft.factory")}</legend>
      {entries.map(({ payload }) => (
        <Button
          key={payload.factoryLoc}
          data-territory={payload.factoryLoc}
          aria-pressed={draft.site === payload.factoryLoc}
          onClick={() => setDraft({ site: payload.factoryLoc ?? null })}
        >
          {place(payload.factoryLoc ?? "", perspective)}
        </Button>
      ))}
      <p className="sm mut">{t("imperial:draft.fill")}</p>
    </fieldset>
  );
}

export function MadeForm({
  entries,
  view,
  perspective,
  draft,
  setDraft,
}: ImperialProps & { entries: Proposing[] }) {
  const { t } = perspective;
  const made = draft.made ?? mostMade(entries);
  const fleets = new Set(entries.flatMap(({ payload }) => payload.fleetProduce ?? []));
  const all = [...new Set(entries.flatMap(madeOf))];
  const choice = chosenOf(entries, draft);
  const toggle = (name: string) =>
    setDraft({ made: made.includes(name) ? made.filter((one) => one !== name) : [...made, name] });
  return (
    <fieldset className="picks">
      <legend>{t("imperial:draft.produce")}</legend>
      {all.map((name) => (
        <Button
          key={name}
          aria-pressed={made.includes(name)}
          disabled={!made.includes(name) && !canPick(choice, "made", name)}
          onClick={() => toggle(name)}
        >
          <UnitIcon country={view.countryUp ?? ""} type={fleets.has(name) ? "fleet" : "army"} />
          {place(name, perspective)}
        </Button>
      ))}
      {made.length === 0 ? <p className="warn">{t("imperial:draft.produceNone")}</p> : null}
    </fieldset>
  );
}

export function BoughtForm({
  entries,
  view,
  perspective,
  draft,
  setDraft,
}: ImperialProps & { entries: Proposing[] }) {
  const { t } = perspective;
  const country = view.countryUp ?? "";
  const bought = draft.bought ?? [];
  const { units, most } = unitsToBuy(entries);
  const choice = chosenOf(entries, draft);
  const places = [...new Set(units.map((one) => one.territory))];
  const text = (one: Bought) => ({
    unit: t(`imperial:unit.${one.type}`),
    place: place(one.territory, perspective),
  });
  return (
    <fieldset className="picks picks-rows">
      <legend>{t("imperial:draft.import", { count: bought.length, most })}</legend>
      {bought.length > 0 ? (
        <ul className="bought">
          {bought.map((one, index) => (
            <li key={index} data-unit={`${one.territory} ${one.type}`}>
              <UnitIcon country={country} type={one.type} />
              {place(one.territory, perspective)}
              <Button
                kind="quiet"
                isIcon
                isSmall
                aria-label={t("imperial:draft.remove", text(one))}
                onClick={() => setDraft({ bought: bought.filter((_, at) => at !== index) })}
              >
                <X size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="warn">{t("imperial:draft.importNone")}</p>
      )}
      {places.map((name) => (
        <div key={name} className={`pick-row${draft.destination === name ? " pick-row-on" : ""}`}>
          <span>{place(name, perspective)}</span>
          {units
            .filter((one) => one.territory === name)
            .map((one) => (
              <Button
                key={one.type}
                isSmall
                data-add={`${one.territory} ${one.type}`}
                disabled={!canPick(choice, "bought", one)}
                onClick={() => setDraft({ bought: [...bought, one] })}
              >
                <UnitIcon country={country} type={one.type} />
                <span className="vh">{t("imperial:draft.add", text(one))}</span>
                <Plus size={15} aria-hidden="true" />
              </Button>
            ))}
        </div>
      ))}
    </fieldset>
  );
}
