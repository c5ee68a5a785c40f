import { useGames, useMe, useMyTables } from "../table/session";
import { useTranslation } from "../ui/locales";
import { Empty, LinkButton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { isOver, isWaiting, JoinByCode, OpenTables } from "./Lobby";
import { TableCard } from "./parts";
import { Shell } from "./Shell";

export default function Tables() {
  const t = useTranslation();
  const games = useGames();
  const me = useMe();
  const { data } = useMyTables();
  const running = (data ?? []).filter((table) => !isOver(table) && table.status !== "closed");
  usePageTitle(t("nav.tables"));
  return (
    <Shell>
      <div className="wrap cols">
        <div className="col">
          <section aria-labelledby="mine">
            <h1 id="mine">{t("tables.mine")}</h1>
            {running.length === 0 ? (
              <Empty
                title={t("tables.none")}
                action={
                  <LinkButton href="/" kind="primary">
                    {t("action.newTable")}
                  </LinkButton>
                }
              >
                {t("tables.noneText")}
              </Empty>
            ) : null}
            <div className="tcards">
              {running.map((table) => (
                <TableCard key={table.id} table={table} games={games} isMine={isWaiting(table)} />
              ))}
            </div>
          </section>
          {me ? <OpenTables games={games} /> : null}
        </div>
        <div className="col">
          <JoinByCode />
        </div>
      </div>
    </Shell>
  );
}
