/** What can be chosen at a territory of the map, beside it. */
import { Minus, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { canPick } from "../../play/board";
import { Button } from "../../ui/parts";
import { chooseWay, type ImperialProps } from "./acts";
import { chosenOf, entriesFor, unitsToBuy } from "./draft";
import { UnitIcon } from "./marks";
import { legalOf, place } from "./view";

type Props = ImperialProps & { name: string; onClose: () => void };

/** Import: so many of each kind that can be bought here. */
export function ImportMenu({ name, onClose, ...props }: Props) {
  const { view, state, perspective, draft, setDraft } = props;
  const { t } = perspective;
  const entries = entriesFor(legalOf(state), draft);
  const bought = draft.bought ?? [];
  const choice = chosenOf(entries, draft);
  const { units, most } = unitsToBuy(entries);
  return (
    <Titled {...props} name={name} onClose={onClose} note={`${bought.length} / ${most}`}>
      {units
        .filter(({ territory }) => territory === name)
        .map((one) => {
          const isSame = (other: typeof one) => other.type === one.type && other.territory === name;
          const text = { unit: t(`imperial:unit.${one.type}`), place: place(name, perspective) };
          const last = bought.findLastIndex(isSame);
          return (
            <div key={one.type} className="m-menu-row">
              <UnitIcon country={view.countryUp ?? ""} type={one.type} />
              <Button
                isIcon
                aria-label={t("imperial:draft.remove", text)}
                disabled={last < 0}
                onClick={() => setDraft({ bought: bought.filter((_, index) => index !== last) })}
              >
                <Minus size={18} aria-hidden="true" />
              </Button>
              <output className="num">{bought.filter(isSame).length}</output>
              <Button
                isIcon
                data-main
                aria-label={t("imperial:draft.add", text)}
                disabled={!canPick(choice, "bought", one)}
                onClick={() => setDraft({ bought: [...bought, one] })}
              >
                <Plus size={18} aria-hidden="true" />
              </Button>
            </div>
          );
        })}
    </Titled>
  );
}

/** A territory where the unit can go, and where another stands that can be moved first. */
export function UnitMenu({ name, onClose, onPickUnit, ...props }: Props & { onPickUnit: () => void }) {
  const { view, state, perspective, setDraft, open } = props;
  const { t } = perspective;
  const plan = view.currentManeuver;
  if (plan === null) return null;
  const go = () => {
    setDraft(chooseWay(state, name));
    open("turn");
    onClose();
  };
  return (
    <Titled {...props} name={name} onClose={onClose}>
      <Button data-main onClick={go}>
        {t("imperial:move.go", { place: place(name, perspective) })}
      </Button>
      <Button onClick={onPickUnit}>
        <UnitIcon country={plan.country} type={plan.phase} />
        {t("imperial:move.pick", { unit: t(`imperial:unit.${plan.phase}`) })}
      </Button>
    </Titled>
  );
}

function Titled({
  name,
  note,
  perspective,
  onClose,
  children,
}: Pick<Props, "name" | "perspective" | "onClose"> & { note?: string; children: ReactNode }) {
  return (
    <>
      <p className="m-menu-title">
        <b>{place(name, perspective)}</b>
        <span className="num">{note}</span>
        <Button kind="quiet" isIcon aria-label={perspective.t("action.close")} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </p>
      {children}
    </>
  );
}
