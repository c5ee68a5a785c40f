import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { loadGame } from "./games";
import { loadTablePage } from "./pages/ahead";
import { askEarly, queries } from "./session";
import { followSettings } from "./settings";
import { unlockSound } from "./ui/sound";
import { startWords } from "./words";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/parts.css";
import "./pages/pages.css";

/** So long nothing is drawn while a table is on its way: then a skeleton is. */
const PATIENCE_MS = 300;

const root = document.getElementById("root");
if (root === null) throw new Error("There is no root.");
const early = askEarly();
const page = location.pathname.startsWith("/t/") ? loadTablePage() : null;
followSettings();
unlockSound();
await startWords();
const game = early.then((name) => (name ? loadGame(name) : null));
await Promise.race([Promise.all([page, game]), new Promise((done) => setTimeout(done, PATIENCE_MS))]).catch(
  () => {},
);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
