import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { catalogues } from "./catalogues";
import { faces } from "./faces";
import { App } from "./site/App";
import { loadTablePage } from "./site/prefetch";
import { askEarly, queries } from "./table/session";
import { startWords } from "./ui/locales";
import { followSettings } from "./ui/settings";
import { unlockSound } from "./ui/sound";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/parts.css";
import "./ui/layout.css";
import "./site/shell.css";
import "./site/lobby.css";
import "./site/tables.css";
import "./site/catalogue.css";
import "./play/table.css";
import "./play/side.css";
import "./play/text.css";
import "./play/past.css";
import "./play/fair.css";

/** Delay before the loading skeleton appears. */
const PATIENCE_MS = 300;

const root = document.getElementById("root");
if (root === null) throw new Error("There is no root.");
const early = askEarly();
const page = location.pathname.startsWith("/t/") ? loadTablePage() : null;
followSettings();
unlockSound();
await startWords(catalogues);
const game = early.then((name) => (name ? faces.load(name) : null));
await Promise.race([Promise.all([page, game]), new Promise((done) => setTimeout(done, PATIENCE_MS))]).catch(
  () => {},
);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App faces={faces} />
    </QueryClientProvider>
  </StrictMode>,
);
