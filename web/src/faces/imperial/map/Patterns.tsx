/** Whose home it is, as a pattern: for eyes that do not tell the tints apart. */
import { memo, type ReactNode } from "react";
import { useSettings } from "../../../ui/settings";
import { COUNTRIES, homeOf } from "../board";
import { AREAS } from "./geometry";

const SIZE = 24;
const SHAPES: Record<string, ReactNode> = {
  Austria: <path d="M0 0H24V12H0z" />,
  Italy: <path d="M0 0H8V24H0zM12 0H20V24H12z" />,
  France: <path d="M0 24L24 0V9L9 24zM0 0H9L0 9z" />,
  England: <path d="M9 0H15V9H24V15H15V24H9V15H0V9H9z" />,
  Germany: <path d="M6 2a4 4 0 0 1 0 8a4 4 0 0 1 0-8M18 14a4 4 0 0 1 0 8a4 4 0 0 1 0-8" />,
  Russia: <path d="M12 4L21 20H3z" />,
};

const homes = COUNTRIES.map((country) => ({
  country,
  d: [...AREAS].flatMap(([name, path]) => (homeOf(name) === country ? [path] : [])).join(""),
}));

export const Patterns = memo(function Patterns() {
  const isOn = useSettings((settings) => settings.patterns);
  if (!isOn) return null;
  return (
    <g className="m-patterns">
      <defs>
        {COUNTRIES.map((country) => (
          <pattern
            key={country}
            id={`m-pattern-${country}`}
            width={SIZE}
            height={SIZE}
            patternUnits="userSpaceOnUse"
          >
            {SHAPES[country]}
          </pattern>
        ))}
      </defs>
      {homes.map(({ country, d }) => (
        <path key={country} className="m-pattern" d={d} fill={`url(#m-pattern-${country})`} />
      ))}
    </g>
  );
});
