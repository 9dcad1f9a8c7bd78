import type { Block, Place } from '#core/extract/extracted.ts';
import type { SeedDocument } from './documents.ts';

interface Section extends Place {
  start: number;
  end: number;
  text: string;
}

interface SeedText {
  text: string;
  blocks: Block[];
  /** One passage for each section. */
  sections: Section[];
}

/** The text of a seeded document, as extraction would return it. */
export function toSeedText({ title, sections: given }: SeedDocument): SeedText {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const sections: Section[] = [];
  let length = 0;
  const add = (text: string, kind: Block['kind'], heading_path: string[]) => {
    if (length > 0) {
      parts.push('\n\n');
      length += 2;
    }
    blocks.push({ start: length, end: length + text.length, kind, heading_path });
    parts.push(text);
    length += text.length;
  };
  for (const [index, { heading, paragraphs }] of given.entries()) {
    const first = blocks.length;
    if (index === 0) add(title, 'heading', [title]);
    const path = heading === null ? [title] : [title, heading];
    if (heading !== null) add(heading, 'heading', path);
    for (const paragraph of paragraphs) add(paragraph, 'paragraph', path);
    const { start = 0 } = blocks[first] ?? {};
    const text = parts.join('').slice(start, length);
    sections.push({ start, end: length, text, heading_path: path });
  }
  return { text: parts.join(''), blocks, sections };
}
