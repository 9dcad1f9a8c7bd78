import { Parser } from 'htmlparser2';
import { oneLine } from '#core/extract/text/clean-text.ts';
import { pause } from './pause.ts';

const SLICE = 32 * 1024;
const LINKS_MAX = 5000;
const TITLE_MAX = 500;
/** The maximum nesting depth. More would slow the parser down, and no real page has it. */
const DEPTH_MAX = 1000;
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe']);

/** The parts of a page that a crawler needs. URLs are as written. */
export interface PageInfo {
  title: string;
  links: { href: string; text: string }[];
  /** The base of relative links. */
  base: string | undefined;
  canonical: string | undefined;
  /** The target of an immediate redirect (`<meta http-equiv="refresh">`). */
  refresh: string | undefined;
  isIndexed: boolean;
  isFollowed: boolean;
  /** The visible text with normalised spaces, to compare pages. */
  text: string;
}

/**
 * Reads an HTML page as a stream, without building a DOM. Accepts any input, however malformed.
 * @param robot our crawler's name in `<meta name="…">`
 */
export async function readPage(html: string, robot: string): Promise<PageInfo> {
  const reader = new PageReader(robot.toLowerCase());
  const parser = new Parser(reader, { decodeEntities: true });
  reader.stop = () => parser.pause();
  for (let at = 0; at < html.length && !reader.isStopped; at += SLICE) {
    parser.write(html.slice(at, at + SLICE));
    await pause();
  }
  if (!reader.isStopped) parser.end();
  return reader.result();
}

class PageReader {
  isStopped = false;
  stop = () => {};
  readonly #robot: string;
  readonly #info: PageInfo = {
    title: '',
    links: [],
    base: undefined,
    canonical: undefined,
    refresh: undefined,
    isIndexed: true,
    isFollowed: true,
    text: '',
  };
  readonly #texts: string[] = [];
  #depth = 0;
  #silent = 0;
  #isTitle = false;
  #link: { href: string; text: string } | undefined;

  constructor(robot: string) {
    this.#robot = robot;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) {
      this.isStopped = true;
      this.stop();
    } else if (SILENT.has(name)) this.#silent += 1;
    else if (name === 'title') this.#isTitle = this.#info.title === '' && this.#silent === 0;
    else if (name === 'a' || name === 'area') this.#open(attributes);
    else if (name === 'base') this.#info.base ??= attributes.href;
    else if (name === 'link') this.#relation(attributes);
    else if (name === 'meta') this.#meta(attributes);
  }

  ontext(text: string): void {
    if (this.#isTitle) this.#info.title = (this.#info.title + text).slice(0, TITLE_MAX);
    else if (this.#silent === 0) {
      this.#texts.push(text);
      if (this.#link && this.#link.text.length < TITLE_MAX) this.#link.text += text;
    }
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (SILENT.has(name)) this.#silent -= 1;
    else if (name === 'title') this.#isTitle = false;
    else if (name === 'a') this.#link = undefined;
    // Adjacent elements separate words.
    if (this.#silent === 0) this.#texts.push(' ');
  }

  result(): PageInfo {
    const links = this.#info.links.map(({ href, text }) => ({ href, text: oneLine(text) }));
    return {
      ...this.#info,
      links,
      title: oneLine(this.#info.title),
      text: oneLine(this.#texts.join('')),
    };
  }

  #open({ href, rel = '' }: Readonly<Record<string, string>>): void {
    this.#link = undefined;
    if (!href || this.#info.links.length >= LINKS_MAX) return;
    if (/\b(nofollow|ugc|sponsored)\b/i.test(rel)) return;
    this.#link = { href, text: '' };
    this.#info.links.push(this.#link);
  }

  #relation({ href, rel = '' }: Readonly<Record<string, string>>): void {
    if (href && /(^|\s)canonical(\s|$)/i.test(rel)) this.#info.canonical ??= href;
  }

  #meta(attributes: Readonly<Record<string, string>>): void {
    const { name = '', content = '', 'http-equiv': header = '' } = attributes;
    if (['robots', this.#robot].includes(name.toLowerCase())) this.#obey(content);
    if (header.toLowerCase() === 'refresh') {
      this.#info.refresh ??= /^\s*\d{1,2}(?:\.\d*)?\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(
        content,
      )?.[1];
    }
  }

  #obey(content: string): void {
    const { noIndex, noFollow } = readRobotsTag(content);
    if (noIndex) this.#info.isIndexed = false;
    if (noFollow) this.#info.isFollowed = false;
  }
}

/** Reads `noindex, nofollow`, from a meta tag or the header `X-Robots-Tag`, which may begin with a robot's name. */
export function readRobotsTag(
  value: string,
  robot?: string,
): { noIndex: boolean; noFollow: boolean } {
  let isForUs = true;
  const words: string[] = [];
  for (const part of value.toLowerCase().split(',')) {
    const [, name, rule = ''] = /^\s*(?:([\w-]+)\s*:(?!\/))?(.*)$/s.exec(part) ?? [];
    if (name && !/^(max-.*|unavailable_after)$/.test(name)) isForUs = name === robot?.toLowerCase();
    if (isForUs) words.push(rule.trim());
  }
  const has = (word: string) => words.includes(word) || words.includes('none');
  return { noIndex: has('noindex'), noFollow: has('nofollow') };
}
