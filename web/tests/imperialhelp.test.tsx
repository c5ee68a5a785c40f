/** Help: a sentence or two about each rondel space and each thing that is asked, where it is asked. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "../src/catalogues";
import type { ImperialProps } from "../src/faces/imperial/acts";
import de from "../src/faces/imperial/locales/de.json";
import en from "../src/faces/imperial/locales/en.json";
import { RondelPane } from "../src/faces/imperial/Rondel";
import { Help, topicOf } from "../src/faces/imperial/turn/Help";
import type { Perspective } from "../src/play/face";
import { loadGameWords, startWords, t } from "../src/ui/locales";
import type { View } from "../src/wire/imperial";
import recorded from "./forecasts.json";

const perspective: Perspective = { t, mySeat: 0, nameOf: (seat) => `Seat ${seat}` };
const SPACES = ["Factory", "Produce", "Import", "Maneuver", "Investor", "Taxation"];
const MODES = ["bid", "buy-bid", "proposal", "proposal-opp", "vote", "continue-man", "peace-vote", "buy"];

beforeAll(async () => {
  await startWords(catalogues);
  await loadGameWords("imperial");
});

function propsOf(name: keyof typeof recorded, change: object = {}, draft: object = {}): ImperialProps {
  const { view, legal } = recorded[name];
  return {
    view: { ...view, ...change } as unknown as View,
    state: { view, legal },
    perspective,
    draft: { step: "", ...draft },
    setDraft: () => {},
    open: () => {},
  } as unknown as ImperialProps;
}

test("there is a short text for every space and every mode, in both languages", () => {
  for (const words of [en.help, de.help] as Record<string, string>[])
    for (const topic of [...SPACES, ...MODES, "peace-answer", "swiss"]) {
      const text = words[topic] ?? "";
      expect(text.length, topic).toBeGreaterThan(60);
      expect(text.length, topic).toBeLessThan(200);
      expect(text.split(/[.:;] /).length, topic).toBeLessThanOrEqual(4);
    }
});

test("it is about the space that is chosen, else about what is asked", () => {
  expect(topicOf(propsOf("interest"))).toBe("proposal");
  expect(topicOf(propsOf("interest", {}, { spot: "L-Maneuver" }))).toBe("Maneuver");
  expect(topicOf(propsOf("accepted"))).toBe("peace-answer");
  expect(topicOf(propsOf("purchase"))).toBe("buy");
  expect(topicOf(propsOf("interest", { mode: "game-over" }))).toBeNull();
  for (const mode of MODES.filter((one) => one !== "buy"))
    expect(topicOf(propsOf("bid", { mode }))).toBe(mode);
});

test("those who buy after the investor card buy as the Swiss Bank", () => {
  const { view } = recorded.purchase;
  const playerInfo = view.playerInfo.map((player) => ({ ...player, investor: false }));
  expect(topicOf(propsOf("purchase", { playerInfo }))).toBe("swiss");
});

test("it is folded until it is asked for, by a press or by keys", async () => {
  const { container } = render(<Help {...propsOf("bid")} />);
  const details = container.querySelector("details");
  expect(details?.open).toBe(false);
  await userEvent.click(screen.getByText("What is this?"));
  expect(details?.open).toBe(true);
  expect(details?.textContent).toContain("in secret");
});

test("at the rondel the space that is pointed at or walked to is explained, also to those who wait", async () => {
  for (const mySeat of [0, 1]) {
    const { container, unmount } = render(
      <RondelPane {...propsOf("interest")} perspective={{ ...perspective, mySeat }} />,
    );
    const text = () => container.querySelector(".rondel-help")?.textContent;
    expect(text()).toBe("Point at a space to read what it does.");
    await userEvent.tab();
    expect(container.querySelectorAll("[data-spot]")).toHaveLength(8);
    expect(text()).toMatch(/^Factory The nation builds/);
    await userEvent.hover(container.querySelector("[data-spot=Taxation]") as Element);
    expect(text()).toMatch(/^Taxation Taxes are/);
    const about = container.querySelector("[data-spot=Taxation]")?.getAttribute("aria-describedby");
    expect(container.querySelector(".rondel-help")?.id).toBe(about);
    unmount();
  }
});
