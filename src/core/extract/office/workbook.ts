import { readXml } from '../zip/xml.ts';
import type { Zip } from '../zip/zip.ts';
import { kindOfFormat, type NumberKind } from './number-format.ts';
import { mainPart, relationsOf } from './package.ts';

export interface Sheet {
  name: string;
  /** The name of its part in the archive. */
  part: string;
  isHidden: boolean;
}

/** Data shared by all sheets of a workbook. */
export interface Workbook {
  sheets: Sheet[];
  strings: string[];
  /** Number formats, by cell style. */
  styles: NumberKind[];
  is1904: boolean;
}

export function readWorkbook(zip: Zip): Workbook {
  const main = mainPart(zip, 'xl/workbook.xml');
  const relations = relationsOf(zip, main);
  const partOf = (type: string) => relations.find((one) => one.type === type)?.target ?? '';
  const sheets: Sheet[] = [];
  let is1904 = false;
  readXml(zip.text(main), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isOn(attributes.date1904);
      if (name !== 'sheet') return;
      const id = attributes['r:id'] ?? attributes.id;
      const relation = relations.find((one) => one.id === id);
      if (relation === undefined || relation.type !== 'worksheet') return;
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
      sheets.push({ name: attributes.name ?? '', part: relation.target, isHidden });
    },
  });
  const strings = readStrings(zip, partOf('sharedStrings'));
  return { sheets, strings, styles: readStyles(zip, partOf('styles')), is1904 };
}

function readStrings(zip: Zip, part: string): string[] {
  const strings: string[] = [];
  let [text, isText, isPhonetic] = ['', false, false];
  readXml(zip.text(part), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 't') isText = true;
      // Phonetic guides (furigana) in Japanese text.
      if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 'si') strings.push(text);
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    text(part) {
      if (isText && !isPhonetic) text += part;
    },
  });
  return strings;
}

function readStyles(zip: Zip, part: string): NumberKind[] {
  const codes = new Map<number, string>();
  const styles: NumberKind[] = [];
  let isCells = false;
  readXml(zip.text(part), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      styles.push(kindOfFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
