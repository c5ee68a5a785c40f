// A lesson of a game that is drawn from Scenes points at zones, areas, the buttons and the results.
import { expect, test } from "vitest";
import { faceFor } from "../src/faces/generic";

test("a hint finds its part of the board, and nothing where there is none", () => {
  document.body.innerHTML = `
    <li class="gen-area" data-seat="1" id="area"></li>
    <div data-zone="0.hand" id="hand"></div>
    <div class="gen-bar" id="bar"></div>`;
  const { part } = faceFor({ looks: {}, words: {}, big: [] });

  expect(["seat.1", "0.hand", "actions"].map((at) => part?.(at)?.id)).toEqual(["area", "hand", "bar"]);
  expect(["seat.0", "1.hand", "results"].map((at) => part?.(at))).toEqual([null, null, null]);
});
