import { type Attributes, readXml } from '../zip/xml.ts';

/** A paragraph of a slide, with its indentation level. */
export interface SlideParagraph {
  text: string;
  level: number;
}

/** A shape with text, or a table. */
export interface Shape {
  /** The type of its placeholder, such as `title`. */
  type: string | undefined;
  /** In EMU, from the top left; undefined if it comes from the layout. */
  position: { x: number; y: number } | undefined;
  paragraphs: SlideParagraph[];
  rows: string[][];
}

/** Placeholders that repeat on every slide: slide number, date, footer, header. */
const REPEATED = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
/** Half an inch. Shapes whose tops differ by less are considered to be in one row. */
const BAND = 457_200;

/** The shapes of a slide or of its notes, in reading order. */
export function readShapes(xml: string): Shape[] {
  const reader = new SlideReader();
  readXml(xml, reader);
  const shapes = reader.shapes.filter(
    ({ type, paragraphs, rows }) =>
      !REPEATED.has(type ?? '') && (paragraphs.length > 0 || rows.length > 0),
  );
  const titles = shapes.filter(isTitle);
  const others = shapes.filter((shape) => !isTitle(shape));
  // Shapes are stored in z-order, which often differs from reading order. Without all positions, that order is kept.
  if (others.every(({ position }) => position !== undefined)) others.sort(inReadingOrder);
  return [...titles, ...others];
}

export function isTitle({ type }: Shape): boolean {
  return type === 'title' || type === 'ctrTitle';
}

function inReadingOrder(one: Shape, other: Shape): number {
  const [a, b] = [one.position, other.position];
  if (a === undefined || b === undefined) return 0;
  const bands = Math.floor(a.y / BAND) - Math.floor(b.y / BAND);
  return bands || a.x - b.x || a.y - b.y;
}

class SlideReader {
  readonly shapes: Shape[] = [];
  #shape: Shape | undefined;
  #groups = 0;
  #groupPosition: Shape['position'];
  #paragraph: SlideParagraph | undefined;
  #row: string[] | undefined;
  #cell: string[] | undefined;
  #isText = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'grpSp') this.#groups += 1;
    else if (name === 'sp' || name === 'graphicFrame') this.#begin();
    else if (name === 'ph' && this.#shape) this.#shape.type = attributes.type ?? 'body';
    else if (name === 'off') this.#place(attributes);
    else if (name === 'tr') this.#row = [];
    else if (name === 'tc') this.#cell = [];
    else if (name === 'p') this.#paragraph = { text: '', level: 0 };
    else if (name === 'pPr' && this.#paragraph) this.#paragraph.level = Number(attributes.lvl ?? 0);
    else if (name === 'br' && this.#paragraph) this.#paragraph.text += '\n';
    else if (name === 't') this.#isText = true;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') this.#row?.push((this.#cell ?? []).join(' '));
    else if (name === 'tr' && this.#row) this.#shape?.rows.push(this.#row);
    else if (name === 'sp' || name === 'graphicFrame') this.#end();
    else if (name === 'grpSp') this.#endGroup();
    if (name === 'tc') this.#cell = undefined;
  }

  text(text: string): void {
    if (this.#isText && this.#paragraph) this.#paragraph.text += text;
  }

  #begin(): void {
    this.#shape = { type: undefined, position: undefined, paragraphs: [], rows: [] };
  }

  /** A group has its own coordinate system, so its shapes are kept together at the group's position. */
  #place({ x, y }: Attributes): void {
    const position = { x: Number(x), y: Number(y) };
    if (this.#groups > 0) this.#groupPosition ??= position;
    if (this.#shape) this.#shape.position ??= this.#groupPosition ?? position;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = undefined;
    if (paragraph === undefined || paragraph.text.trim() === '') return;
    if (this.#cell) this.#cell.push(paragraph.text.trim());
    else this.#shape?.paragraphs.push(paragraph);
  }

  #end(): void {
    if (this.#shape) this.shapes.push(this.#shape);
    this.#shape = undefined;
  }

  #endGroup(): void {
    this.#groups -= 1;
    if (this.#groups === 0) this.#groupPosition = undefined;
  }
}
