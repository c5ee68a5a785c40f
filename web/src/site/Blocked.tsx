/** Whom I have muted or blocked, and how to undo it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../table/api";
import { tellError } from "../ui/errors";
import { Button } from "../ui/parts";
import { useGameWords, useWords } from "../ui/words";
import type { BlockTold } from "../wire/calls";

export function Blocked() {
  const say = useWords();
  const client = useQueryClient();
  const isHere = useGameWords("people");
  const blocks = useQuery({
    queryKey: ["blocks"],
    queryFn: () => call<BlockTold[]>("GET", "/me/blocks"),
  }).data;
  if (!isHere || !blocks || blocks.length === 0) return null;
  const unblock = async (account: string) => {
    try {
      await call("POST", `/me/blocks/${account}`, { kind: null });
    } catch (error) {
      tellError(error);
    }
    void client.invalidateQueries({ queryKey: ["blocks"] });
  };
  return (
    <section className="panel pad stack" aria-labelledby="blocked">
      <h2 id="blocked">{say("people:list")}</h2>
      <ul className="stack plain-list">
        {blocks.map(({ account, name, kind }) => (
          <li key={account} className="row wrap-row">
            <b>{name}</b> <span className="mut">{say(`people:kind.${kind}`)}</span>
            <span className="sp" />
            <Button
              isSmall
              aria-label={say("people:unblockOf", { name })}
              onClick={() => void unblock(account)}
            >
              {say("people:unblock")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
