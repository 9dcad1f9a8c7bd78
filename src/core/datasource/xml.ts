import { SaxesParser } from 'saxes';
import { pause } from './pause.ts';

/** The number of characters parsed before yielding. */
const SLICE = 64 * 1024;
const DEPTH_MAX = 100;
/** The maximum number of syntax errors. Each takes time, and no feed or listing has more. */
const MISTAKES_MAX = 10_000;

type Attributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  /**
   * @param path names from the root to this element
   * @param text of this element and everything in it, including white space
   */
  close(path: readonly string[], text: string, attributes: Attributes): void;
  /** Whether an element's content is markup that `close` wants as raw text. */
  isMarkup?(path: readonly string[], attributes: Attributes): boolean;
  /** Whether to stop reading. */
  isDone?(): boolean;
}

interface OpenElement {
  attributes: Attributes;
  text: string;
  isMarkup: boolean;
}

/**
 * Reads untrusted XML as a stream. Names have no prefixes. Entities that a document defines are never expanded and stay
 * as written. Errors are tolerated as far as possible.
 * @param textMax the maximum number of characters kept per element
 * @throws Error when it isn't XML, is nested too deeply or has too many errors
 */
export async function readXml(text: string, handler: XmlHandler, textMax = 10_000): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  const path: string[] = [];
  const open: OpenElement[] = [];
  let hasRoot = false;
  let isTooDeep = false;
  const add = (part: string) => {
    for (const element of open) {
      if (element.text.length < textMax) element.text += part.slice(0, textMax);
    }
  };
  // Feeds with errors, such as HTML entities, are usually still readable.
  let mistakes = 0;
  parser.on('error', () => {
    mistakes += 1;
    if (mistakes > MISTAKES_MAX) throw new Error('The XML has too many mistakes.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    hasRoot = true;
    const inMarkup = open.at(-1)?.isMarkup ?? false;
    if (inMarkup) add(`<${name}>`);
    path.push(localName(name));
    const isMarkup = inMarkup || (handler.isMarkup?.(path, attributes) ?? false);
    open.push({ attributes, text: '', isMarkup });
    isTooDeep ||= path.length > DEPTH_MAX;
  });
  parser.on('closetag', ({ name }) => {
    const element = open.pop();
    if (element) handler.close(path, element.text, element.attributes);
    path.pop();
    if (open.at(-1)?.isMarkup) add(`</${name}>`);
  });
  const addText = (part: string) => add(open.at(-1)?.isMarkup ? escapeText(part) : part);
  parser.on('text', addText);
  parser.on('cdata', addText);
  for (let at = 0; at < text.length && !handler.isDone?.(); at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    if (isTooDeep) throw new Error('The XML is nested too deeply.');
    await pause();
  }
  if (!hasRoot) throw new Error('This is not XML.');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
