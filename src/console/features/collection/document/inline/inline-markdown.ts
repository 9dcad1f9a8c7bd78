/** A part of a line of Markdown; `start` is its offset in the source, so that highlights find their place. */
export type Inline =
  | { kind: 'text'; start: number; text: string }
  | { kind: 'code'; start: number; text: string }
  | { kind: 'strong' | 'em' | 'del'; start: number; children: Inline[] }
  | { kind: 'link'; start: number; href: string | null; children: Inline[] };

/** Longer texts aren't parsed, because unbalanced marks would make that slow. */
const MOST = 5000;
const DEPTH_MAX = 5;

/** The alternatives of `MARK`, by the name of their group. */
const MARK = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
    String.raw`(?<!\x60)(?<ticks>\x60+)(?!\x60)(?<code>[^\x60]+?)\k<ticks>(?!\x60)`,
    String.raw`!?\[(?<label>(?:\\.|[^[\]\\])*)\]\(<?(?<href>[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)?)>?(?:\s+"[^"]*")?\)`,
    String.raw`<(?<url>https?://[^\s<>]+)>`,
    String.raw`(?<strong>\*\*|(?<![\p{L}\p{N}])__)(?=\S)(?<bold>.+?)(?<=\S)\k<strong>(?!\*|_)`,
    String.raw`(?<em>\*|(?<![\p{L}\p{N}_])_)(?=[^\s*_])(?<italic>.+?)(?<=[^\s*])\k<em>(?![\p{L}\p{N}*_])`,
    String.raw`~~(?=\S)(?<gone>.+?)(?<=\S)~~`,
  ].join('|'),
  'dgsu',
);

/**
 * Parses inline Markdown: emphasis, code and links. Blocks, with their offsets, come from extraction; a full Markdown
 * renderer would lose the offsets. HTML is treated as plain text.
 * @param start the offset of the piece in the document
 */
export function parseInline(source: string, start = 0, depth = 0): Inline[] {
  const parts: Inline[] = [];
  const add = (from: number, to: number) => {
    if (to > from) parts.push({ kind: 'text', start: start + from, text: source.slice(from, to) });
  };
  if (source.length > MOST || depth > DEPTH_MAX) {
    add(0, source.length);
    return parts;
  }
  let done = 0;
  for (const match of source.matchAll(MARK)) {
    const { groups = {}, indices } = match;
    const [name] = ['escaped', 'code', 'label', 'url', 'bold', 'italic', 'gone'].filter(
      (group) => groups[group] !== undefined,
    );
    if (name === undefined) continue;
    add(done, match.index);
    done = match.index + match[0].length;
    const text = groups[name] ?? '';
    const at = start + (indices?.groups?.[name]?.[0] ?? 0);
    const children = () => parseInline(text, at, depth + 1);
    if (name === 'escaped') parts.push({ kind: 'text', start: at, text });
    else if (name === 'code') parts.push({ kind: 'code', start: at, text });
    else if (name === 'url')
      parts.push({
        kind: 'link',
        start: at,
        href: text,
        children: [{ kind: 'text', start: at, text }],
      });
    else if (name === 'label')
      parts.push({ kind: 'link', start: at, href: safe(groups.href), children: children() });
    else parts.push({ kind: KINDS[name] ?? 'em', start: at, children: children() });
  }
  add(done, source.length);
  return parts;
}

const KINDS: Readonly<Record<string, 'strong' | 'em' | 'del'>> = {
  bold: 'strong',
  italic: 'em',
  gone: 'del',
};

/** Only absolute links, because relative ones belong to the document's original site. */
function safe(href: string | undefined): string | null {
  return href !== undefined && /^(https?:|mailto:)/i.test(href) ? href : null;
}
