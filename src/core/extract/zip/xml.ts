import { SaxesParser } from 'saxes';
import { ExtractFailure } from '../extracted.ts';

/** Deeper than any real document, and shallow enough for recursive code. */
const DEPTH_MAX = 500;

/** An element's attributes, by name without prefix. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Names have no prefixes, because every producer chooses its own. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads XML as a stream, without building a tree. Entity declarations are skipped, so nothing expands. Malformed XML is
 * read as far as possible.
 * @throws ExtractFailure when it is nested too deeply
 */
export class XmlReader {
  readonly #parser = new SaxesParser();
  readonly #decoder = new TextDecoder();
  #depth = 0;

  constructor(handler: XmlHandler) {
    const parser = this.#parser;
    parser.on('error', () => {});
    parser.on('opentag', ({ name, attributes }) => {
      this.#depth += 1;
      if (this.#depth > DEPTH_MAX) {
        const detail = 'The document is nested too deeply to be read. Save it again and retry.';
        throw new ExtractFailure('unreadable', detail);
      }
      handler.open?.(local(name), withoutPrefixes(attributes));
    });
    parser.on('closetag', ({ name }) => {
      this.#depth -= 1;
      handler.close?.(local(name));
    });
    parser.on('text', (text) => handler.text?.(text));
    parser.on('cdata', (text) => handler.text?.(text));
  }

  /** @param bytes the next piece in UTF-8 */
  write(bytes: Uint8Array): void {
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): void {
    this.#parser.write(this.#decoder.decode()).close();
  }
}

export function readXml(xml: string, handler: XmlHandler): void {
  const reader = new XmlReader(handler);
  reader.write(new TextEncoder().encode(xml));
  reader.end();
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** `r:id` keeps its prefix: it isn't the same as `id`, and both may be there. */
function withoutPrefixes(attributes: Record<string, string>): Attributes {
  // Avoids an allocation: a large sheet has millions of elements, most without attributes.
  const names = Object.keys(attributes);
  if (!names.some((name) => name.includes(':'))) return attributes;
  const plain: Record<string, string | undefined> = {};
  for (const name of names) {
    const isKept = name.startsWith('r:') || name.startsWith('xmlns');
    plain[isKept ? name : local(name)] = attributes[name];
  }
  return plain;
}
