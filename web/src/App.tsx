import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { useAttention } from "./alerts";
import { TablePage } from "./pages/ahead";
import { Lobby } from "./pages/Lobby";
import { Shell } from "./pages/Shell";
import { Boundary } from "./ui/Boundary";
import { CardBack } from "./ui/PlayingCard";
import { Button, Skeleton } from "./ui/parts";
import { Toasts } from "./ui/toasts";
import { useNewerVersion } from "./version";
import { useWords } from "./words";

const NewTable = lazy(() => import("./pages/NewTable"));
const Join = lazy(() => import("./pages/Join"));
const You = lazy(() => import("./pages/You"));
const Tables = lazy(() => import("./pages/Tables"));
const History = lazy(() => import("./pages/History"));
const Replay = lazy(() => import("./pages/Replay"));
const SignIn = lazy(() => import("./pages/SignIn"));
const StopMail = lazy(() => import("./pages/StopMail"));
const NotFound = lazy(() => import("./pages/NotFound"));
const Catalogue = import.meta.env.DEV ? lazy(() => import("./pages/Catalogue")) : null;

export function App() {
  useAttention();
  useNewerVersion();
  return (
    <>
      <CardBack />
      <Boundary fallback={() => <Failed />}>
        <Suspense fallback={<Waiting />}>
          <Switch>
            <Route path="/">
              <Lobby />
            </Route>
            <Route path="/new/:game">{({ game }) => <NewTable game={game} />}</Route>
            <Route path="/t/:id">{({ id }) => <TablePage key={id} id={id} />}</Route>
            <Route path="/j/:code">{({ code }) => <Join code={code} />}</Route>
            <Route path="/tables">
              <Tables />
            </Route>
            <Route path="/history">
              <History />
            </Route>
            <Route path="/replay">
              <Replay />
            </Route>
            <Route path="/you">
              <You />
            </Route>
            <Route path="/sign-in">
              <SignIn />
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
  const say = useWords();
  return (
    <main className="veil">
      <div className="panel pad stack">
        <h1>{say("failed.title")}</h1>
        <p className="mut">{say("failed.text")}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {say("version.reload")}
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
