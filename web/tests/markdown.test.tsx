/** A page of the host's: Markdown becomes elements, and nothing in it becomes markup. */
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../src/site/Markdown";

const html = (text: string) => render(<Markdown text={text} />).container.innerHTML;

test("headings, paragraphs, lists, breaks and emphasis", () => {
  expect(html("# Club\nWe **play** *much*.\n\nOne street 5  \n12345 Town\n- a\n- b")).toBe(
    "<h1>Club</h1><p>We <b>play</b> <em>much</em>.</p><p>One street 5<br>12345 Town</p><ul><li>a</li><li>b</li></ul>",
  );
});

test("links lead to http, https and mailto alone", () => {
  expect(html("[us](https://example.org/a) or https://example.org. [mail](mailto:a@b.org)")).toBe(
    '<p><a href="https://example.org/a" rel="noreferrer">us</a> or <a href="https://example.org" rel="noreferrer">https://example.org</a>. <a href="mailto:a@b.org" rel="noreferrer">mail</a></p>',
  );
  for (const text of ["[x](javascript:alert(1))", "[x](data:text/html,a)", "[x](//evil.example)"])
    expect(html(text)).not.toContain("<a");
});

test("markup in the text is text", () => {
  expect(html("<script>alert(1)</script> <img src=x onerror=a> &lt;")).toBe(
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=a&gt; &amp;lt;</p>",
  );
});
