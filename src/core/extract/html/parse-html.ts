import { parseHTML } from 'linkedom';
import { capDepth } from './cap-depth.ts';

/** Parses a page or a fragment into a DOM of bounded depth, without scripts, styles or comments. */
export function parsePage(html: string, { isXml = false } = {}): Document {
  return parseHTML(capDepth(html, isXml)).document;
}
