/** What is asked now, mode by mode. Every choice comes from the server's list. */
import { Check, Minus, Plus, X } from "lucide-react";
import { Avatar, Button } from "../../ui/parts";
import type { Proposal } from "../../wire/imperial";
import { entriesFor, type Given, waysTo } from "./acts";
import { COUNTRIES } from "./board";
import {
  type Bought,
  canBuy,
  canMake,
  entryOf,
  formOf,
  madeOf,
  mostMade,
  type Proposing,
  unitsToBuy,
} from "./draft";
import { NationMark, nationClass, UnitIcon } from "./marks";
import { Results } from "./Results";
import { controlText } from "./Stocks";
import {
  allOf,
  isMine,
  legalOf,
  money,
  nation,
  type Planned,
  place,
  planSteps,
  spotKind,
  spotName,
  unitsLeft,
  warOf,
} from "./view";
import { bondFor, didText, doesText, planParts, proposeText, stepText, upNames } from "./words";

export function Turn(given: Given) {
  const { view, looking } = given;
  const isOwn = isMine(view, looking.you);
  switch (view.mode) {
    case "bid":
      return isOwn ? <BidForm {...given} /> : <Bidders {...given} />;
    case "buy-bid":
      return <BuyBid {...given} isOwn={isOwn} />;
    case "proposal":
      return isOwn ? <ProposalForm {...given} /> : <Waiting {...given} />;
    case "proposal-opp":
      return (
        <>
          {view.proposal1 ? <ProposalCard {...given} proposal={view.proposal1} number={1} /> : null}
          {isOwn ? <ProposalForm {...given} /> : <Waiting {...given} />}
        </>
      );
    case "vote":
      return <Vote {...given} isOwn={isOwn} />;
    case "continue-man":
    case "peace-vote":
      return <Maneuver {...given} isOwn={isOwn} />;
    case "buy":
      return <Buy {...given} isOwn={isOwn} />;
    case "game-over":
      return <Results {...given} />;
    default:
      return <Waiting {...given} />;
  }
}

function Waiting({ view, looking }: Given) {
  const { say, you } = looking;
  return (
    <div className="pane">
      <p>{say("imperial:wait.up", { names: upNames(view, looking) })}</p>
      <p className="mut sm">{say(you === null ? "imperial:wait.watch" : "imperial:wait.text")}</p>
    </div>
  );
}

/** Who has handed in what nobody sees: a tick, and no more. */
function Ticks({
  seats,
  isDone,
  title,
  done,
  open,
  looking,
}: {
  seats: number[];
  isDone: (seat: number) => boolean;
  title: string;
  done: string;
  open: string;
  looking: Given["looking"];
}) {
  return (
    <section className="ticks" aria-label={title}>
      <h2 className="sub">{title}</h2>
      <ul>
        {seats.map((seat) => (
          <li key={seat} className={isDone(seat) ? "done" : undefined}>
            <span className="tick" aria-hidden="true">
              {isDone(seat) ? <Check size={14} /> : null}
            </span>
            {looking.name(seat)} <span className="mut sm">{isDone(seat) ? done : open}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bidders({ view, looking }: Given) {
  const { say, you } = looking;
  const own = you === null ? undefined : view.playerInfo[you]?.bid;
  return (
    <div className="pane">
      {own === undefined ? null : <p>{say("imperial:bid.own", { amount: money(own) })}</p>}
      <Ticks
        seats={view.bidders}
        isDone={(seat) => view.playerInfo[seat]?.myTurn === false}
        title={say("imperial:bid.who")}
        done={say("imperial:bid.done")}
        open={say("imperial:bid.open")}
        looking={looking}
      />
      <Coming view={view} looking={looking} />
    </div>
  );
}

function Coming({ view, looking }: Pick<Given, "view" | "looking">) {
  const left = COUNTRIES.slice(COUNTRIES.indexOf(view.countryUp ?? "") + 1);
  if (left.length === 0) return null;
  return (
    <p className="coming">
      <span className="mut sm">{looking.say("imperial:bid.next")}</span>
      {left.map((country) => (
        <NationMark key={country} country={country} looking={looking} />
      ))}
    </p>
  );
}

const DOLLAR = 100;

function BidForm(given: Given) {
  const { view, state, looking, draft, setDraft } = given;
  const { say } = looking;
  const most = Math.max(0, ...allOf(legalOf(state), "BID").map(({ payload }) => payload.amount));
  const amount = Math.min(most, draft.bid ?? 0);
  const bond = bondFor(view, amount);
  const set = (cents: number) => setDraft({ bid: Math.round(Math.min(most, Math.max(0, cents))) });
  const prices = allOf(legalOf(state), "BID").map(({ payload }) => payload.amount);
  return (
    <div className="pane">
      <p className="sm mut">{say("imperial:bid.text")}</p>
      <div className="stepper">
        <Button isIcon aria-label={say("imperial:bid.less")} onClick={() => set(amount - DOLLAR)}>
          <Minus size={18} aria-hidden="true" />
        </Button>
        <label>
          <span className="vh">{say("imperial:bid.amount")}</span>
          <input
            className="input num"
            type="number"
            inputMode="decimal"
            min={0}
            max={most / DOLLAR}
            step="any"
            value={amount / DOLLAR}
            onChange={(event) => set(Number(event.target.value) * DOLLAR)}
          />
        </label>
        <Button isIcon aria-label={say("imperial:bid.more")} onClick={() => set(amount + DOLLAR)}>
          <Plus size={18} aria-hidden="true" />
        </Button>
      </div>
      <input
        className="slider"
        type="range"
        min={0}
        max={most}
        step={1}
        value={amount}
        aria-label={say("imperial:bid.slider")}
        aria-valuetext={money(amount)}
        onChange={(event) => set(Number(event.target.value))}
      />
      <div className="quick">
        {prices
          .filter((price) => price > 0)
          .map((price) => (
            <Button key={price} isSmall aria-pressed={price === amount} onClick={() => set(price)}>
              {money(price)}
            </Button>
          ))}
      </div>
      <p className="sentence">
        {bond === null
          ? say("imperial:bid.buysNone")
          : `${say("imperial:bid.buys", { price: money(view.prices[bond] ?? 0) })} ${controlText(view, view.countryUp ?? "", bond, looking)}`}
      </p>
      <p className="sm mut">{say("imperial:bid.of", { cash: money(most) })}</p>
      <Ticks
        seats={view.bidders}
        isDone={(seat) => view.playerInfo[seat]?.myTurn === false}
        title={say("imperial:bid.who")}
        done={say("imperial:bid.done")}
        open={say("imperial:bid.open")}
        looking={looking}
      />
      <Coming view={view} looking={looking} />
    </div>
  );
}

function BuyBid({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking } = given;
  const { say, name, you } = looking;
  const country = view.countryUp ?? "";
  const bid = view.playerInfo[you ?? 0]?.bid ?? 0;
  const bond = bondFor(view, bid);
  const bids = view.playerInfo
    .map((player, seat) => ({ seat, bid: player.bid ?? 0 }))
    .filter((one) => one.bid > 0)
    .toSorted((one, other) => other.bid - one.bid);
  return (
    <div className="pane">
      {isOwn && bond !== null ? (
        <>
          <div className={`${nationClass(country)} certificate`}>
            <NationMark country={country} looking={looking} isLarge />
            <b className="num">{money(view.prices[bond] ?? 0)}</b>
            <span>{say("imperial:stocks.pays", { count: bond })}</span>
          </div>
          <p className="sentence">
            {say("imperial:buyBid.take", { price: money(view.prices[bond] ?? 0), bid: money(bid) })}.{" "}
            {controlText(view, country, bond, looking)}
          </p>
        </>
      ) : null}
      <section className="ticks" aria-label={say("imperial:bid.list")}>
        <h2 className="sub">{say("imperial:bid.list")}</h2>
        <ul>
          {bids.map((one) => (
            <li key={one.seat} className={view.bidBuyOrder[0] === one.seat ? "now" : undefined}>
              {name(one.seat)} <span className="num">{money(one.bid)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Coming view={view} looking={looking} />
    </div>
  );
}

export function ProposalCard({
  proposal,
  number,
  view,
  looking,
  isChosen,
  onChoose,
}: Pick<Given, "view" | "looking"> & {
  proposal: Proposal;
  number: 1 | 2;
  isChosen?: boolean;
  onChoose?: () => void;
}) {
  const { say, name, you } = looking;
  const country = view.countryUp ?? "";
  const parts = planParts(proposal, looking);
  const inside = (
    <>
      <span className="card-head">
        <span className="card-number">{number}</span>
        <b>
          {say("imperial:plan.of", {
            name: name(proposal.seat),
            ...(proposal.seat === you ? { context: "you" } : {}),
          })}
        </b>
      </span>
      <span className="card-spot">{spotName(proposal.wheelSpot, looking)}</span>
      <span className="card-steps">
        {parts.length > 0
          ? parts.map((part, index) => <span key={index}>{part}</span>)
          : say(`imperial:spotText.${spotKind(proposal.wheelSpot)}`)}
      </span>
    </>
  );
  if (onChoose)
    return (
      <button
        type="button"
        className={`${nationClass(country)} proposal-card`}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        {inside}
      </button>
    );
  return <div className={`${nationClass(country)} proposal-card`}>{inside}</div>;
}

function Vote({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking, draft, setDraft } = given;
  const { say, you } = looking;
  const { proposal1, proposal2, voting } = view;
  const country = view.countryUp ?? "";
  const leaders = view.countryInfo[country]?.leadership ?? [];
  const held = (seat: number) => view.playerInfo[seat]?.holdings[country] ?? 0;
  const total = leaders.reduce((sum, seat) => sum + held(seat), 0);
  const cards = [proposal1, proposal2].filter((one) => one !== null);
  return (
    <div className="pane">
      <div className="vote-cards">
        {cards.map((proposal, index) => (
          <ProposalCard
            key={index}
            view={view}
            looking={looking}
            proposal={proposal}
            number={index === 0 ? 1 : 2}
            isChosen={draft.code === String(index + 1)}
            {...(isOwn ? { onChoose: () => setDraft({ code: String(index + 1) }) } : {})}
          />
        ))}
      </div>
      {you !== null && held(you) > 0 ? (
        <p className="sm">
          {say("imperial:vote.weight", { weight: held(you), total })}
          {isOwn ? ` · ${say("imperial:vote.hidden")}` : ` · ${say("imperial:vote.sent")}`}
        </p>
      ) : null}
      <Ticks
        seats={leaders}
        isDone={(seat) => voting?.voted.includes(seat) ?? false}
        title={say("imperial:vote.who")}
        done={say("imperial:vote.voted")}
        open={say("imperial:vote.open")}
        looking={looking}
      />
    </div>
  );
}

function ProposalForm(given: Given) {
  const { view, state, looking, draft } = given;
  const { say } = looking;
  const country = view.countryUp ?? "";
  const info = view.countryInfo[country];
  if (!draft.spot)
    return (
      <div className="pane">
        <p>{say(view.proposal1 ? "imperial:opp.choose" : "imperial:strip.proposalText")}</p>
        <p className="sm mut">{say("imperial:draft.treasury", { money: money(info?.money ?? 0) })}</p>
        <SpotList {...given} />
      </div>
    );
  const entries = entriesFor(legalOf(state), draft);
  const entry = entryOf(entries, draft);
  const fee = view.fees[draft.spot] ?? 0;
  return (
    <div className="pane">
      <h2 className="draft-title">
        {spotName(draft.spot, looking)} <small>{say(`imperial:spotText.${spotKind(draft.spot)}`)}</small>
      </h2>
      <DraftForm {...given} entries={entries} />
      <p className="sentence">
        {entry ? `${nation(country, looking)}: ${proposeText(entry, looking)}.` : ""}{" "}
        {fee > 0 ? say("imperial:draft.fee", { fee: money(fee) }) : ""}
      </p>
      <p className="sm mut">{say("imperial:draft.treasury", { money: money(info?.money ?? 0) })}</p>
    </div>
  );
}

/** The same choice as the rondel, in a list. */
function SpotList({ view, state, looking, setDraft }: Given) {
  const { say } = looking;
  const open = new Set(allOf(legalOf(state), "PROPOSE").map(({ payload }) => payload.wheelSpot));
  return (
    <ul className="spots">
      {view.wheel
        .filter((spot) => open.has(spot))
        .map((spot) => {
          const fee = view.fees[spot] ?? 0;
          return (
            <li key={spot}>
              <button type="button" className="spot-row" onClick={() => setDraft({ spot })}>
                <b>{spotName(spot, looking)}</b>
                <span className="mut sm">{say(`imperial:spotText.${spotKind(spot)}`)}</span>
                <span className="num">{fee === 0 ? say("imperial:rondel.free") : money(fee)}</span>
              </button>
            </li>
          );
        })}
    </ul>
  );
}

function DraftForm({ entries, ...given }: Given & { entries: Proposing[] }) {
  const { view, looking, draft } = given;
  const { say } = looking;
  const info = view.countryInfo[view.countryUp ?? ""];
  switch (formOf(entries)) {
    case "site":
      return <SiteForm {...given} entries={entries} />;
    case "made":
      return <MadeForm {...given} entries={entries} />;
    case "bought":
      return <BoughtForm {...given} entries={entries} />;
    default: {
      const spot = spotKind(draft.spot ?? "");
      const units = (info?.armies.length ?? 0) + (info?.fleets.length ?? 0);
      if (spot === "Maneuver")
        return (
          <p>{say(units > 0 ? "imperial:draft.units" : "imperial:draft.unitsNone", { count: units })}</p>
        );
      if (spot === "Taxation")
        return (
          <p>
            {say("imperial:draft.tax", {
              revenue: money((info?.revenue ?? 0) * DOLLAR),
              units: money(units * DOLLAR),
            })}
          </p>
        );
      if (spot === "Investor") return <p>{say("imperial:draft.fill")}</p>;
      return (
        <p>
          {say(
            spot === "Factory" ? "imperial:draft.factoryNone" : `imperial:draft.${spot.toLowerCase()}None`,
          )}
        </p>
      );
    }
  }
}

function SiteForm({ entries, looking, draft, setDraft }: Given & { entries: Proposing[] }) {
  const { say } = looking;
  return (
    <fieldset className="picks">
      <legend>{say("imperial:draft.factory")}</legend>
      {entries.map(({ payload }) => (
        <Button
          key={payload.factoryLoc}
          aria-pressed={draft.site === payload.factoryLoc}
          onClick={() => setDraft({ site: payload.factoryLoc ?? null })}
        >
          {place(payload.factoryLoc ?? "", looking)}
        </Button>
      ))}
      <p className="sm mut">{say("imperial:draft.fill")}</p>
    </fieldset>
  );
}

function MadeForm({ entries, view, looking, draft, setDraft }: Given & { entries: Proposing[] }) {
  const { say } = looking;
  const made = draft.made ?? mostMade(entries);
  const fleets = new Set(entries.flatMap(({ payload }) => payload.fleetProduce ?? []));
  const all = [...new Set(entries.flatMap(madeOf))];
  const toggle = (name: string) =>
    setDraft({ made: made.includes(name) ? made.filter((one) => one !== name) : [...made, name] });
  return (
    <fieldset className="picks">
      <legend>{say("imperial:draft.produce")}</legend>
      {all.map((name) => (
        <Button
          key={name}
          aria-pressed={made.includes(name)}
          disabled={!made.includes(name) && !canMake(entries, [...made, name])}
          onClick={() => toggle(name)}
        >
          <UnitIcon country={view.countryUp ?? ""} type={fleets.has(name) ? "fleet" : "army"} />
          {place(name, looking)}
        </Button>
      ))}
      {made.length === 0 ? <p className="warn">{say("imperial:draft.produceNone")}</p> : null}
    </fieldset>
  );
}

function BoughtForm({ entries, view, looking, draft, setDraft }: Given & { entries: Proposing[] }) {
  const { say } = looking;
  const country = view.countryUp ?? "";
  const bought = draft.bought ?? [];
  const { units, most } = unitsToBuy(entries);
  const places = [...new Set(units.map((one) => one.territory))];
  const text = (one: Bought) => ({
    unit: say(`imperial:unit.${one.type}`),
    place: place(one.territory, looking),
  });
  return (
    <fieldset className="picks picks-rows">
      <legend>{say("imperial:draft.import", { count: bought.length, most })}</legend>
      {bought.length > 0 ? (
        <ul className="bought">
          {bought.map((one, index) => (
            <li key={index}>
              <UnitIcon country={country} type={one.type} />
              {place(one.territory, looking)}
              <Button
                kind="quiet"
                isIcon
                isSmall
                aria-label={say("imperial:draft.remove", text(one))}
                onClick={() => setDraft({ bought: bought.filter((_, at) => at !== index) })}
              >
                <X size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="warn">{say("imperial:draft.importNone")}</p>
      )}
      {places.map((name) => (
        <div key={name} className={`pick-row${draft.destination === name ? " pick-row-on" : ""}`}>
          <span>{place(name, looking)}</span>
          {units
            .filter((one) => one.territory === name)
            .map((one) => (
              <Button
                key={one.type}
                isSmall
                disabled={!canBuy(entries, [...bought, one])}
                onClick={() => setDraft({ bought: [...bought, one] })}
              >
                <UnitIcon country={country} type={one.type} />
                <span className="vh">{say("imperial:draft.add", text(one))}</span>
                <Plus size={15} aria-hidden="true" />
              </Button>
            ))}
        </div>
      ))}
    </fieldset>
  );
}

function Maneuver({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking } = given;
  const { say } = looking;
  const plan = view.currentManeuver;
  if (plan === null) return null;
  const offer = view.peaceVote ?? plan.pendingPeace;
  const isMoving = isOwn && !offer;
  return (
    <>
      {isMoving ? <Codes {...given} /> : null}
      {offer ? <Peace {...given} isOwn={isOwn} /> : null}
      <Steps {...given} isMoving={isMoving} />
      {isMoving ? <Reach {...given} /> : null}
      {isMoving ? <p className="sm mut pane">{say("imperial:move.last")}</p> : null}
    </>
  );
}

/** What happens where the unit goes, if there is a choice. */
function Codes({ state, view, looking, draft, setDraft }: Given) {
  const { say } = looking;
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  const ways = waysTo(legalOf(state), draft.destination);
  if (!draft.destination || ways.length < 2) return null;
  const isStaying = unit?.territory === draft.destination;
  return (
    <fieldset className="codes">
      <legend>{say("imperial:move.choose", { place: place(draft.destination, looking) })}</legend>
      {ways.map(({ payload }) => {
        const note = payload.actionCode.startsWith("blow")
          ? say("imperial:does.blowText")
          : payload.actionCode === "peace" && !isStaying
            ? say("imperial:does.peaceAsk")
            : payload.actionCode === "hostile"
              ? say("imperial:does.hostileText")
              : "";
        return (
          <label key={payload.actionCode} className={warOf(payload.actionCode) ? "war" : undefined}>
            <input
              type="radio"
              name="code"
              checked={draft.code === payload.actionCode}
              onChange={() => setDraft({ code: payload.actionCode })}
            />
            <span>
              {doesText(payload.actionCode, isStaying, looking)}
              {note ? <small>{note}</small> : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function Steps({ isMoving, ...given }: Given & { isMoving: boolean }) {
  const { view, state, looking, begin, act } = given;
  const { say, you } = looking;
  const plan = view.currentManeuver;
  if (plan === null) return null;
  const done = planSteps(plan);
  const left = unitsLeft(plan);
  const offer = view.peaceVote ?? plan.pendingPeace;
  const from = view.countryInfo[plan.country]?.wheelSpot ?? "center";
  const canUndo = view.undo === you && you !== null && plan.player === you;
  const reach = new Set(allOf(legalOf(state), "MOVE_UNIT").map(({ payload }) => payload.destination)).size;
  const [defer] = allOf(legalOf(state), "DEFER_UNIT");
  const unitText = (type: "army" | "fleet") =>
    say(type === "army" ? "imperial:unit.Army" : "imperial:unit.Fleet");
  return (
    <ol className="steps" aria-label={say("imperial:move.title")}>
      <li className="done">
        <span className="i" aria-hidden="true">
          <Check size={14} />
        </span>
        <div>
          {say("imperial:move.rondel", {
            from: spotName(from, looking),
            to: spotName(plan.wheelSpot, looking),
          })}
        </div>
      </li>
      {done.map((step, index) => (
        <li key={index} className="done">
          <span className="i" aria-hidden="true">
            <Check size={14} />
          </span>
          <div>
            {stepText(step, looking)}
            {step.code ? <small>{didText(step.code, looking)}</small> : null}
          </div>
          {canUndo ? (
            <UndoStep step={step} looking={looking} onUndo={() => begin({ kind: "undo", left: index })} />
          ) : null}
        </li>
      ))}
      {left.map((unit, index) => (
        <li key={index} className={index === 0 ? "now" : undefined}>
          <span className="i num" aria-hidden="true">
            {done.length + index + 1}
          </span>
          <div>
            {say(index === 0 ? "imperial:move.now" : "imperial:move.next", {
              unit: unitText(unit.type),
              place: place(unit.territory, looking),
            })}
            {index === 0 && offer ? <small>{say("imperial:move.waiting")}</small> : null}
            {index === 0 && isMoving ? <small>{say("imperial:move.reach", { count: reach })}</small> : null}
          </div>
          {index === 0 && defer ? (
            <Button isSmall kind="quiet" title={say("imperial:move.deferText")} onClick={() => act(defer)}>
              {say("imperial:move.defer")}
            </Button>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function UndoStep({
  step,
  looking,
  onUndo,
}: {
  step: Planned;
  looking: Given["looking"];
  onUndo: () => void;
}) {
  const { say } = looking;
  return (
    <Button
      isSmall
      kind="quiet"
      aria-label={say("imperial:move.undoLabel", { step: stepText(step, looking) })}
      onClick={onUndo}
    >
      {say("imperial:move.undo")}
    </Button>
  );
}

/** The same as the marked places on the map, in a list. */
function Reach({ state, view, looking, draft, setDraft }: Given) {
  const { say } = looking;
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  const names = [...new Set(allOf(legalOf(state), "MOVE_UNIT").map(({ payload }) => payload.destination))];
  return (
    <fieldset className="picks reach">
      <legend>{say("imperial:move.places")}</legend>
      {names
        .filter((name) => name !== unit?.territory || waysTo(legalOf(state), name).length > 1)
        .map((name) => (
          <Button
            key={name}
            isSmall
            aria-pressed={draft.destination === name}
            onClick={() => setDraft(chooseWay(state, name))}
          >
            {place(name, looking)}
          </Button>
        ))}
    </fieldset>
  );
}

/** A place is chosen; where there is but one thing to do there, that is chosen too, and never a war. */
export function chooseWay(state: Given["state"], name: string): { destination: string; code: string } {
  const ways = waysTo(legalOf(state), name);
  const gentle = ways.find(({ payload }) => payload.actionCode === "" || payload.actionCode === "peace");
  return { destination: name, code: (ways.length === 1 ? ways[0] : gentle)?.payload.actionCode ?? "?" };
}

function Peace({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking } = given;
  const { say, name } = looking;
  const plan = view.currentManeuver;
  const offer = view.peaceVote ?? plan?.pendingPeace;
  if (!offer || !plan) return null;
  const vote = view.peaceVote;
  return (
    <div className="pane peace">
      <div className="versus">
        <NationMark country={plan.country} looking={looking} isLarge />
        <UnitIcon country={plan.country} type={offer.unitType} />
        <span>
          {place(offer.origin, looking)} → <b>{place(offer.destination, looking)}</b>
        </span>
        <NationMark country={offer.targetCountry} looking={looking} isLarge />
      </div>
      {isOwn ? (
        <>
          <p className="sm">
            <b>{say("imperial:peace.accept")}</b>: {say("imperial:peace.acceptText")}
          </p>
          <p className="sm">
            <b>{say("imperial:peace.reject")}</b>: {say("imperial:peace.rejectText")}
          </p>
        </>
      ) : (
        <p className="sm mut">{say("imperial:wait.up", { names: upNames(view, looking) })}</p>
      )}
      {vote ? (
        <Ticks
          seats={vote.electorate}
          isDone={(seat) => vote.voters.includes(seat)}
          title={say("imperial:peace.wait")}
          done={say("imperial:vote.voted")}
          open={say("imperial:vote.open")}
          looking={{ ...looking, name }}
        />
      ) : null}
      {view.options.autoActionSeconds === null ? null : (
        <p className="xs mut">{say("imperial:peace.closing")}</p>
      )}
    </div>
  );
}

function Buy({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking } = given;
  const { say, name } = looking;
  return (
    <div className="pane">
      <section aria-label={say("imperial:buy.queue")}>
        <h2 className="sub">{say("imperial:buy.queue")}</h2>
        <ol className="queue">
          {view.buyers.map((seat, index) => (
            <li key={seat} className={index === 0 ? "now" : undefined}>
              <Avatar name={name(seat)} isSmall />
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
