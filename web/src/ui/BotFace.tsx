/** The face of a bot: the better it plays, the less it smiles. */
interface Features {
  skin: string;
  pupils: string;
  mouth: string;
  hat?: string;
}

const LOOKS: Record<string, Features> = {
  easy: { skin: "#e8b64c", pupils: "M14 17v3M26 17v3", mouth: "M13 25q7 6 14 0" },
  medium: { skin: "#7fb3a7", pupils: "M12 18h5M23 18h5", mouth: "M14 27h12" },
  hard: {
    skin: "#b0694c",
    pupils: "M12 16l5 3M28 16l-5 3",
    mouth: "M14 28q6-4 12 0",
    hat: "M12 8l3 5 5-6 5 6 3-5v7H12z",
  },
};
const OTHER: Features = { skin: "#8a8577", pupils: "M14 17v3M26 17v3", mouth: "M15 26h10" };

export function BotFace({ level, size = 34 }: { level: string | null; size?: number }) {
  const { skin, pupils, mouth, hat } = LOOKS[level ?? ""] ?? OTHER;
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" data-bot={level}>
      <rect x="5" y="9" width="30" height="27" rx="9" fill={skin} />
      <path d="M20 9V4" stroke="#2b2620" strokeWidth="2" />
      {hat ? (
        <path d={hat} fill="#f3d27a" stroke="#2b2620" />
      ) : (
        <circle cx="20" cy="4" r="2.5" fill="#2b2620" />
      )}
      <path d={`${pupils}${mouth}`} fill="none" stroke="#2b2620" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
