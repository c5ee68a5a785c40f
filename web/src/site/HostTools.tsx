/** What the host of a table decides before play about who sits there; and what that means for others. */
import { useId } from "react";
import { HostedPeople } from "../play/HostedPeople";
import { seatName } from "../play/names";
import { Notice, Switch } from "../ui/parts";
import { useGameWords, useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";

type Ask = (name: string, method: "POST" | "DELETE", path: string, body?: unknown) => Promise<boolean>;

export default function HostTools({ told, ask }: { told: TableTold; ask: Ask }) {
  if (!useGameWords("host")) return null;
  return told.isHost ? <Tools told={told} ask={ask} /> : <KeptOut told={told} />;
}

function KeptOut({ told }: { told: TableTold }) {
  const say = useWords();
  if (told.isRemoved)
    return (
      <Notice kind="info" role="status" title={say("host:youWereRemoved")}>
        {say("host:youWereRemovedText")}
      </Notice>
    );
  if (told.isShut)
    return (
      <Notice kind="info" role="status" title={say("host:isShut")}>
        {told.seat === null ? say("host:isShutText") : null}
      </Notice>
    );
  return null;
}

function Tools({ told, ask }: { told: TableTold; ask: Ask }) {
  const say = useWords();
  const id = useId();
  const others = told.players.filter((one) => one.kind === "human" && one.seat !== told.seat);
  return (
    <section className="panel pad stack" aria-labelledby={id}>
      <h2 id={id}>{say("host:title")}</h2>
      <Switch
        isOn={told.isShut}
        hint={say("host:shutHint")}
        onChange={(isShut) => void ask("lobby", "POST", "/lobby", { isShut })}
      >
        {say("host:shut")}
      </Switch>
      <HostedPeople
        people={others.map((one) => ({ seat: one.seat, name: seatName(one, say), canRemove: true }))}
        removed={told.removed}
        ask={(method, path, body) => ask(path, method, path, body)}
      />
    </section>
  );
}
