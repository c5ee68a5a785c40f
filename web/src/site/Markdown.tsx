/**
 * The part of Markdown that such a page needs: headings, paragraphs, lists, links, bold and italic text. It makes
 * elements and never HTML, so whatever stands in the text is text; a link leads to http, https or mailto alone.
 */
import { Fragment, type ReactNode } from "react";

const SPAN =
  /\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)|<?(https?:\/\/[^\s<>()]*[^\s<>().,;:!?])>?|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*/g;

function spans(text: string): ReactNode[] {
  const made: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(SPAN)) {
    const [whole, label, href, bare, strong, em] = found;
    made.push(text.slice(end, found.index));
    end = found.index + whole.length;
    const to = href ?? bare;
    const key = found.index;
    if (to)
      made.push(
        <a key={key} href={to} rel="noreferrer">
          {label ?? to}
        </a>,
      );
    else made.push(strong ? <b key={key}>{strong}</b> : <em key={key}>{em}</em>);
  }
  return [...made, text.slice(end)];
}

/** Lines that belong together; two spaces or a backslash at the end of one break it. */
function lines(text: string): ReactNode[] {
  return text.split(/(?: {2}|\\)\n/).map((line, at) => (
    <Fragment key={at}>
      {at > 0 ? <br /> : null}
      {spans(line.replaceAll("\n", " "))}
    </Fragment>
  ));
}

function Block({ text }: { text: string }) {
  const heading = /^(#{1,6}) +(.+?) *#*$/.exec(text);
  if (heading?.[1] && heading[2]) {
    const Heading = (["h1", "h2", "h3"] as const)[Math.min(heading[1].length, 3) - 1] ?? "h3";
    return <Heading>{spans(heading[2])}</Heading>;
  }
  if (/^[-*] /.test(text))
    return (
      <ul>
        {text.split(/\n(?=[-*] )/).map((item) => (
          <li key={item}>{lines(item.slice(2))}</li>
        ))}
      </ul>
    );
  return <p>{lines(text)}</p>;
}

export function Markdown({ text }: { text: string }) {
  const blocks = text
    .replaceAll("\r\n", "\n")
    .replaceAll(/^(#{1,6} .*)$/gm, "\n$1\n")
    .replaceAll(/\n(?=[-*] )(?<![-*] [^\n]*\n)/g, "\n\n")
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "");
  return blocks.map((block, at) => <Block key={at} text={block} />);
}
