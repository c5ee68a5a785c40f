/** English: how Imperial is played. Written from docs/rulebooks/imperial.md. */
import type { Chapter } from "../../../play/face";

const en: Chapter[] = [
  {
    title: "What it is about",
    text: [
      "You are an investor, not a nation. Six nations compete in Europe: Austria, Italy, France, England, Germany and Russia. You buy their bonds. The player with the most bonds of a nation governs it. At the end your bonds and your money count, not your armies.",
    ],
  },
  {
    title: "The beginning",
    text: [
      "The nations are auctioned one after the other. Everybody hands in a sealed bid. The highest bidder may take the best bond that the bid pays for, then the next one. The money goes to the nation’s treasury. (A table can also deal fixed bonds instead.)",
    ],
  },
  {
    title: "A nation’s turn",
    text: [
      "The nations take their turns in the order above. Its government moves the nation’s marker forward on the rondel and carries out the space where it stops. Up to three spaces are free; the fourth, fifth and sixth cost $2 each, out of the government’s own pocket.",
      "Where one player holds at least half of the bonds, that player decides alone. Otherwise the second largest holder may propose something else, and all holders vote.",
    ],
    picture: "rondel",
    caption: "The rondel. Markers move clockwise.",
  },
  {
    title: "The spaces of the rondel",
    text: ["There are six kinds; two of them occur twice:"],
    list: [
      "Factory: build a factory in a home territory for $5",
      "Produce: every factory makes an army, or in a port a fleet, for nothing",
      "Import: buy up to three units for $1 each",
      "Maneuver: move fleets, then armies; fight, or ask for peace; raise flags",
      "Investor: the nation pays interest to everybody who holds its bonds",
      "Taxation: the nation earns money for factories and flags, pays its units, and gains power",
    ],
  },
  {
    title: "Moving and fighting",
    text: [
      "A fleet goes from its port to the sea, or from sea to sea. An army goes one territory far, by rail through its home territories, and across seas where its own fleets carry it. In a fight one unit of each side is destroyed. Where a nation stands alone on neutral land or at sea, it raises its flag: that means taxes.",
    ],
  },
  {
    title: "Investors",
    text: [
      "When a marker stops on Investor or passes it, one player, who has the investor card, receives $2 and may buy one bond, or trade one in for a higher one of the same nation. After that the Swiss Bank buys: players who govern nothing, and those who passed last time. So the government of a nation can change at any time.",
    ],
  },
  {
    title: "The end",
    text: [
      "The game ends at once when Taxation brings a nation to 25 power points. Each bond counts its interest times the nation’s power divided by five, rounded down. Your cash is added. The most money wins.",
    ],
  },
];

export default en;
