import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { loadGame } from "./games";
import { askEarly, queries } from "./session";
import { followSettings } from "./settings";
import { unlockSound } from "./ui/sound";
import { startWords } from "./words";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/parts.css";
import "./pages/pages.css";

const root = document.getElementById("root");
if (root === null) throw new Error("There is no root.");
const early = askEarly();
if (location.pathname.startsWith("/t/")) void import("./pages/TablePage");
followSettings();
unlockSound();
await startWords();
void early.then((game) => (game ? loadGame(game) : null));
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
