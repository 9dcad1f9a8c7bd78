import { DOCUMENT_PAGES_MAX } from '../limits.ts';
import { type Extracted, ExtractFailure } from './extracted.ts';
import { markdownTable } from './html/tables.ts';
import { mainPart, relationsOf, titleOf } from './office/package.ts';
import { isTitle, readShapes, type Shape } from './office/slide.ts';
import { oneLine } from './text/clean-text.ts';
import { headingText } from './text/heading-path.ts';
import { TextBuilder } from './text/text-builder.ts';
import { readXml } from './zip/xml.ts';
import { Zip } from './zip/zip.ts';

/** A presentation: the text of each slide in reading order, then its notes. */
export function extractPptx(bytes: Uint8Array, textMax?: number): Extracted {
  const zip = new Zip(bytes);
  const slides = slidesOf(zip);
  if (slides.length === 0) {
    const detail = 'The presentation is damaged. Open it in PowerPoint, save it again and retry.';
    throw new ExtractFailure('unreadable', detail);
  }
  if (slides.length > DOCUMENT_PAGES_MAX) {
    const detail = `The presentation has more than ${DOCUMENT_PAGES_MAX.toLocaleString('en-US')} slides. Split it into smaller files.`;
    throw new ExtractFailure('too_large', detail);
  }
  const builder = new TextBuilder('pptx', textMax);
  for (const [index, part] of slides.entries()) addSlide(builder, zip, part, index + 1);
  const ifEmpty = "The presentation contains no text. Text in pictures can't be read.";
  return builder.build({ title: titleOf(zip), pages: slides.length, ifEmpty });
}

/** The parts of the slides, in order. */
function slidesOf(zip: Zip): string[] {
  const main = mainPart(zip, 'ppt/presentation.xml');
  const targets = new Map(relationsOf(zip, main).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  readXml(zip.text(main), {
    open(name, attributes) {
      const target = name === 'sldId' && targets.get(attributes['r:id'] ?? '');
      if (target) slides.push(target);
    },
  });
  return slides;
}

function addSlide(builder: TextBuilder, zip: Zip, part: string, slide: number): void {
  const before = builder.size;
  const shapes = readShapes(zip.text(part));
  const title = shapes.filter(isTitle).map(textOf).join(' ');
  const place = { slide, heading_path: title === '' ? [] : [headingText(title)] };
  builder.add('heading', title, place);
  for (const shape of shapes.filter((one) => !isTitle(one))) {
    if (shape.rows.length > 0) builder.add('table', markdownTable(shape.rows), place);
    const isList = shape.paragraphs.length > 1;
    shape.paragraphs.forEach(({ text, level }, index) => {
      if (!isList) builder.add('paragraph', text, place);
      else {
        const item = `${'  '.repeat(Math.min(level, 8))}- ${oneLine(text)}`;
        builder.add('list', item, place, { isTight: index > 0 });
      }
    });
  }
  const notes = relationsOf(zip, part).find(({ type }) => type === 'notesSlide');
  const said = notes ? readShapes(zip.text(notes.target)).map(textOf).join('\n') : '';
  if (said !== '') builder.add('paragraph', `Notes: ${said}`, place);
  if (builder.size === before)
    builder.warn({ message: `Slide ${slide} contains no text`, page: slide });
}

function textOf({ paragraphs }: Shape): string {
  return paragraphs.map(({ text }) => oneLine(text)).join('\n');
}
