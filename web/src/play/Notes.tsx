/** What a player writes down about a table. Only they see it; the server keeps it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { call } from "../table/api";
import { showError } from "../ui/errors";
import { useTranslation } from "../ui/locales";
import type { NoteResponse } from "../wire/calls";

const MOST = 4000;
/** How long nothing is typed before it is kept. */
const STILL_MS = 1200;

export default function Notes({ table }: { table: string }) {
  const { data } = useQuery({
    queryKey: ["note", table],
    queryFn: () => call<NoteResponse>("GET", `/tables/${table}/note`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? null : <Sheet table={table} before={data.text} />;
}

function Sheet({ table, before }: { table: string; before: string }) {
  const t = useTranslation();
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useState(before);
  const [saved, setSaved] = useState(before);
  const now = useRef({ text, saved });
  now.current = { text, saved };
  const keep = useRef(async (_isLast?: boolean) => {});
  keep.current = async (isLast = false) => {
    const wanted = now.current.text;
    if (wanted === now.current.saved) return;
    try {
      const response = await call<NoteResponse>("POST", `/tables/${table}/note`, { text: wanted }, isLast);
      setSaved(wanted);
      client.setQueryData(["note", table], response);
    } catch (error) {
      showError(error);
    }
  };
  useEffect(() => {
    if (text === now.current.saved) return;
    const still = setTimeout(() => void keep.current(), STILL_MS);
    return () => clearTimeout(still);
  }, [text]);
  // another tab was opened, or the page is closed
  useEffect(() => {
    const leave = () => void keep.current(true);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      void keep.current();
    };
  }, []);
  return (
    <div className="notes">
      <label className="sm mut" htmlFor={id}>
        {t("notes.label")}
      </label>
      <textarea
        id={id}
        className="input"
        value={text}
        maxLength={MOST}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void keep.current()}
      />
      <p className="sm mut" role="status">
        {text === saved ? (saved === "" ? "" : t("notes.saved")) : t("notes.keeping")}
      </p>
    </div>
  );
}
