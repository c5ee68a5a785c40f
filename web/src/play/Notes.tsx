/** What a player writes down about a table. Only they see it; the server keeps it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { call } from "../table/api";
import { tellError } from "../ui/errors";
import { useWords } from "../ui/words";
import type { NoteTold } from "../wire/calls";

const MOST = 4000;
/** How long nothing is typed before it is kept. */
const STILL_MS = 1200;

export default function Notes({ table }: { table: string }) {
  const { data } = useQuery({
    queryKey: ["note", table],
    queryFn: () => call<NoteTold>("GET", `/tables/${table}/note`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? null : <Sheet table={table} before={data.text} />;
}

function Sheet({ table, before }: { table: string; before: string }) {
  const say = useWords();
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useState(before);
  const [kept, setKept] = useState(before);
  const now = useRef({ text, kept });
  now.current = { text, kept };
  const keep = useRef(async (_isLast?: boolean) => {});
  keep.current = async (isLast = false) => {
    const wanted = now.current.text;
    if (wanted === now.current.kept) return;
    try {
      const told = await call<NoteTold>("POST", `/tables/${table}/note`, { text: wanted }, isLast);
      setKept(wanted);
      client.setQueryData(["note", table], told);
    } catch (error) {
      tellError(error);
    }
  };
  useEffect(() => {
    if (text === now.current.kept) return;
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
        {say("notes.label")}
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
        {text === kept ? (kept === "" ? "" : say("notes.kept")) : say("notes.keeping")}
      </p>
    </div>
  );
}
