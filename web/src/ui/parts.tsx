/** The small parts of the design: each is a sentence in the catalogue page `/ui`. */
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link as RouteLink } from "wouter";
import { useTranslation } from "./locales";

type Kind = "plain" | "primary" | "quiet" | "danger";

function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

interface Looks {
  kind?: Kind;
  isSmall?: boolean;
  isIcon?: boolean;
}

function look({ kind = "plain", isSmall, isIcon }: Looks, more?: string): string {
  return classes(
    "btn",
    kind !== "plain" && `btn-${kind}`,
    isSmall && "btn-small",
    isIcon && "btn-icon",
    more,
  );
}

export function Button({
  kind,
  isSmall,
  isIcon,
  isBusy,
  className,
  children,
  ...rest
}: Looks & { isBusy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={look({ kind, isSmall, isIcon }, className)}
    >
      {isBusy ? <Spinner /> : null}
      {children}
    </button>
  );
}

export function LinkButton({
  kind,
  isSmall,
  isIcon,
  href,
  className,
  children,
  ...rest
}: Looks & { href: string; className?: string; children: ReactNode; "aria-label"?: string }) {
  return (
    <RouteLink href={href} className={look({ kind, isSmall, isIcon }, className)} {...rest}>
      {children}
    </RouteLink>
  );
}

export function Chip({ kind, children }: { kind?: "turn" | "good" | "bad"; children: ReactNode }) {
  return <span className={classes("chip", kind && `chip-${kind}`)}>{children}</span>;
}

/** A count that wants to be seen; the words around it say of what. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? (
    <span className="badge num" aria-hidden="true">
      {count > 99 ? "99+" : count}
    </span>
  ) : null;
}

const COLOURS = ["#8a4b2f", "#35608f", "#6b4a86", "#8a5c12", "#1c5a52", "#7d3558", "#4d5f2a"];

export function colourOf(name: string): string {
  let sum = 2166136261;
  for (const letter of name) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return COLOURS[((sum ^ (sum >>> 13)) >>> 0) % COLOURS.length] ?? "#1c5a52";
}

export function Avatar({ name, isSmall }: { name: string; isSmall?: boolean }) {
  const initial = Array.from(name)[0]?.toUpperCase() ?? "?";
  return (
    <span
      className={classes("av", isSmall && "av-small")}
      style={{ backgroundColor: colourOf(name) }}
      aria-hidden="true"
    >
      {initial}
    </span>
  );
}

export function Dot({ isOn, label }: { isOn: boolean; label?: string }) {
  return (
    <>
      <span className={classes("dot", !isOn && "dot-off")} aria-hidden="true" />
      {label ? <span className="vh">{label}</span> : null}
    </>
  );
}

export function Spinner() {
  return <span className="spin" aria-hidden="true" />;
}

/** Where something will be; shown only if it takes a moment. */
export function Skeleton({ lines = 2, hasPicture = false }: { lines?: number; hasPicture?: boolean }) {
  const t = useTranslation();
  return (
    <div
      className={classes("skeleton", hasPicture && "skeleton-picture")}
      role="img"
      aria-label={t("state.loading")}
    >
      {hasPicture ? <div className="sk sk-box" /> : null}
      <div className="sk-lines">
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className={classes("sk", line % 2 === 1 && "sk-short")} />
        ))}
      </div>
    </div>
  );
}

export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="panel empty">
      <svg
        width="64"
        height="64"
        viewBox="0 0 64 64"
        fill="none"
        stroke="var(--line-2)"
        strokeWidth="2.5"
        aria-hidden="true"
      >
        <circle cx="32" cy="32" r="22" strokeDasharray="5 6" />
        <circle cx="32" cy="32" r="8" />
      </svg>
      <p className="empty-title">{title}</p>
      {children ? <p className="mut sm">{children}</p> : null}
      {action}
    </div>
  );
}

/** Something to know now: a line across the page, or a note that comes and goes. */
export function Notice({
  kind = "plain",
  title,
  children,
  action,
  isBusy,
  role,
}: {
  kind?: "plain" | "bad" | "info" | "turn";
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  isBusy?: boolean;
  role?: "alert" | "status";
}) {
  return (
    <div className={classes("notice", kind !== "plain" && `notice-${kind}`)} role={role}>
      {isBusy ? <Spinner /> : null}
      <div className="sp">
        <b>{title}</b>
        {children ? <div className="sm">{children}</div> : null}
      </div>
      {action}
    </div>
  );
}

/** Text with <b>…</b> in it; nothing else means anything. */
export function Rich({ text }: { text: string }) {
  const parts = text.split(/<\/?b>/);
  return <>{parts.map((part, index) => (index % 2 ? <b key={index}>{part}</b> : part))}</>;
}

export function Field({
  label,
  hint,
  children,
  id,
}: {
  label: string;
  hint?: string | undefined;
  id: string;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className="mut sm" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** A switch with its sentence. */
export function Switch({
  isOn,
  onChange,
  children,
  hint,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
  hint?: ReactNode;
}) {
  return (
    <label className="switch">
      <span>
        <span>{children}</span>
        {hint ? <span className="mut sm">{hint}</span> : null}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

/** A few ways to choose from, all in sight. */
export function Choice<T extends string | number>({
  legend,
  value,
  of,
  onChange,
  name,
}: {
  legend: string;
  value: T;
  of: { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
  name: string;
}) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div>
        {of.map((one) => (
          <label key={String(one.value)}>
            <input
              type="radio"
              name={name}
              value={String(one.value)}
              checked={one.value === value}
              onChange={() => onChange(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
