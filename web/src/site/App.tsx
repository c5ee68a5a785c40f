import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import type { Faces } from "../play/face";
import { useBan } from "../table/ban";
import { Boundary } from "../ui/Boundary";
import { useTranslation } from "../ui/locales";
import { CardBack } from "../ui/PlayingCard";
import { Button, Skeleton } from "../ui/parts";
import { Toasts } from "../ui/toasts";
import { useAttention } from "./alerts";
import { Lobby } from "./Lobby";
import { TablePage } from "./prefetch";
import { Shell } from "./Shell";
import { useNewerVersion } from "./version";

const NewTable = lazy(() => import("./NewTable"));
const How = lazy(() => import("./How"));
const Learn = lazy(() => import("./Learn"));
const Join = lazy(() => import("./Join"));
const You = lazy(() => import("./You"));
const Tables = lazy(() => import("./Tables"));
const History = lazy(() => import("./History"));
const Replay = lazy(() => import("./Replay"));
const SignIn = lazy(() => import("./SignIn"));
const Admin = lazy(() => import("./Admin"));
const Announced = lazy(() => import("./Announced"));
const Banned = lazy(() => import("./Banned"));
const StopMail = lazy(() => import("./StopMail"));
const NotFound = lazy(() => import("./NotFound"));
const Catalogue = import.meta.env.DEV ? lazy(() => import("./Catalogue")) : null;

export function App({ faces }: { faces: Faces }) {
  useAttention();
  useNewerVersion();
  const ban = useBan((state) => state.ban);
  if (ban)
    return (
      <Suspense>
        <Banned ban={ban} />
      </Suspense>
    );
  return (
    <>
      <CardBack />
      <Suspense>
        <Announced />
      </Suspense>
      <Boundary fallback={() => <Failed />}>
        <Suspense fallback={<Waiting />}>
          <Switch>
            <Route path="/">
              <Lobby />
            </Route>
            <Route path="/new/:game">{({ game }) => <NewTable game={game} faces={faces} />}</Route>
            <Route path="/how/:game">{({ game }) => <How game={game} faces={faces} />}</Route>
            <Route path="/learn/:game">{({ game }) => <Learn game={game} />}</Route>
            <Route path="/t/:id">{({ id }) => <TablePage key={id} id={id} faces={faces} />}</Route>
            <Route path="/j/:code">{({ code }) => <Join code={code} />}</Route>
            <Route path="/tables">
              <Tables />
            </Route>
            <Route path="/history">
              <History />
            </Route>
            <Route path="/replay">
              <Replay faces={faces} />
            </Route>
            <Route path="/you">
              <You />
            </Route>
            <Route path="/sign-in">
              <SignIn />
            </Route>
            <Route path="/admin">
              <Admin />
            </Route>
            <Route path="/stop-mail">
              <StopMail />
            </Route>
            {Catalogue ? (
              <Route path="/ui">
                <Catalogue />
              </Route>
            ) : null}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
      <Toasts />
    </>
  );
}

function Failed() {
  const t = useTranslation();
  return (
    <main className="veil">
      <div className="panel pad stack">
        <h1>{t("failed.title")}</h1>
        <p className="mut">{t("failed.text")}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {t("version.reload")}
        </Button>
      </div>
    </main>
  );
}

function Waiting() {
  return (
    <Shell>
      <div className="wrap">
        <Skeleton lines={3} />
      </div>
    </Shell>
  );
}
