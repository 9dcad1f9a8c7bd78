import { ExtractFailure } from '../extracted.ts';
import { resolve } from '../office/package.ts';
import { oneLine } from '../text/clean-text.ts';
import { readXml } from '../zip/xml.ts';
import type { Zip } from '../zip/zip.ts';

/** The metadata and structure of an EPUB. */
export interface Book {
  title: string | null;
  /** The parts with its text, in reading order. */
  spine: string[];
  /** Chapter titles from the table of contents, by the part that they begin. */
  chapters: Map<string, string>;
}

interface Item {
  part: string;
  type: string;
  properties: string;
}

/** @throws ExtractFailure when it isn't a book, or is copy-protected */
export function readBook(zip: Zip): Book {
  const main = mainPart(zip);
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const items = new Map<string, Item>();
  const refs: string[] = [];
  let [title, isTitle, toc] = ['', false, ''];
  readXml(zip.text(main), {
    open(name, attributes) {
      isTitle = name === 'title' && title === '';
      if (name === 'spine') toc = attributes.toc ?? '';
      if (name === 'itemref') refs.push(attributes.idref ?? '');
      if (name !== 'item') return;
      const part = resolve(folder, decodePath(attributes.href ?? ''));
      const { 'media-type': type = '', properties = '' } = attributes;
      items.set(attributes.id ?? '', { part, type, properties });
    },
    close() {
      isTitle = false;
    },
    text(text) {
      if (isTitle) title += text;
    },
  });
  const spine = refs.map((id) => items.get(id)).filter((item) => item !== undefined);
  const nav = [...items.values()].find(({ properties }) => /\bnav\b/.test(properties));
  const ncx = items.get(toc) ?? [...items.values()].find(({ type }) => /ncx/.test(type));
  const contents = nav ?? ncx;
  refuseProtected(zip, spine);
  return {
    title: oneLine(title) || null,
    // Otherwise the table of contents would match every question about a chapter's title.
    spine: spine.filter((item) => item !== nav).map(({ part }) => part),
    chapters: contents ? chaptersIn(zip, contents.part) : new Map(),
  };
}

function mainPart(zip: Zip): string {
  let main = '';
  readXml(zip.text('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile') main ||= decodePath(attributes['full-path'] ?? '');
    },
  });
  if (zip.has(main)) return main;
  throw new ExtractFailure('unreadable', 'The book is damaged: its list of chapters is missing.');
}

/** The first entry for each part, from a navigation document (`a`) or an NCX (`navPoint`). */
function chaptersIn(zip: Zip, part: string): Map<string, string> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const chapters = new Map<string, string>();
  let [text, href, isText] = ['', '', false];
  const add = () => {
    const target = resolve(folder, decodePath(href.split('#')[0] ?? ''));
    if (oneLine(text) !== '' && !chapters.has(target)) chapters.set(target, oneLine(text));
    [text, href] = ['', ''];
  };
  readXml(zip.text(part), {
    open(name, attributes) {
      if (name === 'a') [text, href, isText] = ['', attributes.href ?? '', true];
      if (name === 'text') [text, isText] = ['', true];
      if (name === 'content') {
        href = attributes.src ?? '';
        add();
      }
    },
    close(name) {
      if (name === 'a') add();
      if (name === 'a' || name === 'text') isText = false;
    },
    text(part) {
      if (isText) text += part;
    },
  });
  return chapters;
}

/** Any book may have encrypted fonts; encrypted text means copy protection. */
function refuseProtected(zip: Zip, spine: Item[]): void {
  const parts = new Set(spine.map(({ part }) => part));
  readXml(zip.text('META-INF/encryption.xml'), {
    open(name, { URI }) {
      if (name !== 'CipherReference' || !parts.has(resolve('', decodePath(URI ?? '')))) return;
      const detail = 'The book is copy-protected. Upload a version without protection.';
      throw new ExtractFailure('encrypted', detail);
    },
  });
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
