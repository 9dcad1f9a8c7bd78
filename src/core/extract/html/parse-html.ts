import { parseHTML } from 'linkedom';

/** Parses a page or a fragment into a DOM of bounded depth, without scripts, styles or comments. */
export function parsePage(html: string, { isXml = false } = {}): Document {
  return parseHTML(capDepth(html, isXml)).document;
}

/** Deeper than any real page, and shallow enough for recursive code. */
const DEPTH_MAX = 120;

/** A comment, a declaration, or a tag with its attributes. It never backtracks, so it takes linear time. */
const TAG =
  /<(?:!--[\s\S]*?(?:-->|$)|[!?][^>]*(?:>|$)|(\/?)([a-z][^\s/>]*)(?:[^>=]+|=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))|=)*(?:>|$))/gi;
/** Elements whose content isn't text of the page. */
const DROPPED = new Set(['script', 'style', 'noembed', 'noframes']);
/** Elements that are removed because the output is always wrapped in them. So fragments are parsed like whole pages. */
const FRAME = new Set(['html', 'head', 'body']);
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** The open elements that a start tag closes implicitly, as in parsers. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  p: ['p'],
  tr: ['tr', 'th', 'td'],
  th: ['th', 'td'],
  td: ['th', 'td'],
  dd: ['dt', 'dd'],
  dt: ['dt', 'dd'],
  option: ['option'],
};

/**
 * Removes scripts, styles and comments from a page, and tags that are nested too deeply, but not their text. A tree of
 * a hundred thousand levels would take the parser and later steps hours.
 * @param isXml whether any element can be self-closing, as in XHTML
 */
function capDepth(html: string, isXml = false): string {
  const kept = ['<html><head></head><body>'];
  const open: string[] = [];
  let from = 0;
  const drop = (start: number, end: number, replacement = '') => {
    kept.push(html.slice(from, start), replacement);
    from = end;
  };
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(html); tag !== null; tag = TAG.exec(html)) {
    const name = tag[2]?.toLowerCase();
    const end = tag.index + tag[0].length;
    const isEnd = tag[1] === '/';
    if (name === undefined || FRAME.has(name)) drop(tag.index, end);
    else if (isXml && tag[0].endsWith('/>') && !VOID.has(name)) drop(tag.index, end, ' ');
    else if (isEnd) {
      const at = open.lastIndexOf(name);
      if (at === -1) drop(tag.index, end);
      else open.length = at;
    } else if (DROPPED.has(name)) {
      drop(tag.index, afterElement(html, name, end));
      TAG.lastIndex = from;
    } else if (!VOID.has(name) && !tag[0].endsWith('/>')) {
      const ended = ENDS[name];
      while (ended?.includes(open.at(-1) ?? '')) open.pop();
      if (open.length < DEPTH_MAX) open.push(name);
      else drop(tag.index, end, ' ');
    }
  }
  kept.push(html.slice(from), '</body></html>');
  return kept.join('');
}

function afterElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[^>]*>?`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) === null ? html.length : closing.lastIndex;
}
