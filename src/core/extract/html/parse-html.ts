import { parseHTML } from 'linkedom';
import { capDepth } from './cap-depth.ts';

/** Parses a page or a part of one. Its depth is bounded, and it has no scripts, styles or comments. */
export function parsePage(html: string, { isXml = false } = {}): Document {
  return parseHTML(capDepth(html, isXml)).document;
}
