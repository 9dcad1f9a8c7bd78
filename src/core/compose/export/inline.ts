/** A part of a line of Markdown. */
export type Inline =
  | { type: 'text' | 'code'; text: string }
  | { type: 'strong' | 'emphasis' | 'strike'; children: Inline[] }
  | { type: 'link'; url: string; children: Inline[] }
  | { type: 'image'; url: string; alt: string }
  /** The numbers of footnotes. */
  | { type: 'note'; numbers: number[] }
  | { type: 'break' };

/** A character after a backslash is text. */
const ESCAPE = /\\([\\`*_{}[\]()#+\-.!~|<>"'])/g;

/**
 * Matches the parts of a line. What follows an opening mark either excludes that mark or is bounded in length, so that
 * matching always takes linear time.
 */
const PARTS = [
  ESCAPE,
  /``([^\n]{1,2000}?)``/,
  /`([^`\n]+)`/,
  /!\[((?:[^[\]\\\n]|\\[^\n]|\[[^[\]\n]{0,100}\]){0,500})\]\((<[^<>\n]{1,2000}>|(?:[^()\s]|\([^()\s]{0,200}\)){1,2000})(?:\s{1,9}"[^"\n]{0,300}")?\)/,
  /\[((?:[^[\]\\\n]|\\[^\n]|\[[^[\]\n]{0,100}\]){1,500})\]\((<[^<>\n]{1,2000}>|(?:[^()\s]|\([^()\s]{0,200}\)){1,2000})(?:\s{1,9}"[^"\n]{0,300}")?\)/,
  /\[\^(\d{1,3})\]/,
  /\*\*((?:[^*\n]|\*(?!\*)){1,2000})\*\*/,
  /(?<!\w)__((?:[^_\n]|_(?!_)){1,2000})__(?!\w)/,
  /\*(?![\s*])([^*\n]+)\*/,
  /(?<!\w)_(?![\s_])([^_\n]+)_(?!\w)/,
  /~~([^~\n]+)~~/,
  /<?(https?:\/\/[^\s<>"'`)\]]{1,2000})>?/,
  /(?: {2,9}|\\)\n/,
];
const INLINE = new RegExp(PARTS.map(({ source }) => source).join('|'), 'g');
const DEPTH_MAX = 5;

/** Parses a paragraph. Anything that isn't recognised, such as HTML, is text. */
export function parseInline(text: string, depth = 0): Inline[] {
  if (depth >= DEPTH_MAX) return [{ type: 'text', text }];
  const parts: Inline[] = [];
  const inner = (part: string) => parseInline(part, depth + 1);
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push(...plain(text.slice(end, match.index)));
    end = match.index + match[0].length;
    const part = toPart(match, inner);
    if (part.type === 'link' && part.children.length === 0) {
      // Punctuation after a URL isn't part of it.
      const url = part.url.replace(/[.,;:!?]+$/, '');
      if (!match[0].startsWith('<')) end -= part.url.length - url.length;
      parts.push({ type: 'link', url, children: [{ type: 'text', text: url }] });
    } else parts.push(part);
  }
  if (end < text.length) parts.push(...plain(text.slice(end)));
  return parts;
}

function toPart(match: RegExpMatchArray, inner: (part: string) => Inline[]): Inline {
  const [, escaped, codes, code, alt, source, label, target, note] = match;
  const [strong, strong2, star, underscore, strike, url] = match.slice(9);
  if (escaped !== undefined) return { type: 'text', text: escaped };
  const codeText = codes ?? code;
  if (codeText !== undefined) return { type: 'code', text: codeText };
  if (source !== undefined)
    return { type: 'image', url: targetOf(source), alt: (alt ?? '').replace(ESCAPE, '$1') };
  if (target !== undefined)
    return { type: 'link', url: targetOf(target), children: inner(label ?? '') };
  if (note !== undefined) return { type: 'note', numbers: [Number(note)] };
  const bold = strong ?? strong2;
  if (bold !== undefined) return { type: 'strong', children: inner(bold) };
  const emphasis = star ?? underscore;
  if (emphasis !== undefined) return { type: 'emphasis', children: inner(emphasis) };
  if (strike !== undefined) return { type: 'strike', children: inner(strike) };
  if (url !== undefined) return { type: 'link', url, children: [] };
  return { type: 'break' };
}

/** A URL in angle brackets can contain spaces and parentheses. */
function targetOf(written: string): string {
  return written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
}

/** Lines of a paragraph are joined with spaces. */
function plain(text: string): Inline[] {
  return [{ type: 'text', text: text.replace(/\s*\n\s*/g, ' ') }];
}

/** The target of a link if it is allowed (web pages, email addresses and anchors); undefined otherwise. */
export function safeUrl(url: string, origin = ''): string | undefined {
  if (/^#[\w-]*$/.test(url)) return url;
  // Files on this server.
  const absolute = /^\/(?![/\\])/.test(url) && origin !== '' ? origin + url : url;
  try {
    const { protocol, href } = new URL(absolute);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** The URL of an image if it is allowed: on the web, or a data URL of a type that can't contain scripts. */
export function safeImage(url: string, origin = ''): string | undefined {
  if (/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/.test(url)) return url;
  const safe = safeUrl(url, origin);
  return safe && /^https?:/.test(safe) ? safe : undefined;
}

/** The text of parts, without markup. */
export function plainText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if ('text' in part) return part.text;
      if ('children' in part) return plainText(part.children);
      if (part.type === 'image') return part.alt;
      return part.type === 'break' ? ' ' : '';
    })
    .join('');
}
