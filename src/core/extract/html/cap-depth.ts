/** Deeper than any page that people read, and shallow enough for code that calls itself for each level. */
const DEPTH_MAX = 120;

/** A comment, a declaration, or a tag with its attributes. It always matches to its end, so it takes linear time. */
const TAG =
  /<(?:!--[\s\S]*?(?:-->|$)|[!?][^>]*(?:>|$)|(\/?)([a-z][^\s/>]*)(?:[^>=]+|=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))|=)*(?:>|$))/gi;
/** Elements whose content isn't text of the page. */
const DROPPED = new Set(['script', 'style', 'noembed', 'noframes']);
/** The parts of the page that the parser gets in any case, so that it finds the same structure in a fragment. */
const FRAME = new Set(['html', 'head', 'body']);
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** A start tag that ends these elements when they are still open, as parsers do. */
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
 * A page without scripts, styles and comments, and without the tags that are nested too deeply; their text stays. Trees
 * of a hundred thousand levels would take the parser and all that follows hours.
 * @param isXml whether any element can end in its start tag, as in XHTML
 */
export function capDepth(html: string, isXml = false): string {
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
