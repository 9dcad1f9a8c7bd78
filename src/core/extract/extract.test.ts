import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode.ts';
import { extract, fromDescription } from './extract.ts';
import { type Extracted, ExtractFailure } from './extracted.ts';
import {
  binary,
  bytes,
  docx,
  epub,
  pdf,
  pptx,
  row,
  shape,
  wordParagraph,
  xlsx,
  zipOf,
} from './testing-files.ts';

/** Text in an encoding that has no encoder here. */
const encoded: Record<string, [bytes: Uint8Array, text: string]> = {
  'UTF-8 with a mark': [bytes('\uFEFFGrüße'), 'Grüße'],
  'UTF-16 LE with a mark': [binary('\xFF\xFEG\0r\0\xFC\0'), 'Grü'],
  'UTF-16 BE with a mark': [binary('\xFE\xFF\0G\0r\0\xFC'), 'Grü'],
  'UTF-16 LE without one': [
    binary([...'Two words here'].map((c) => `${c}\0`).join('')),
    'Two words here',
  ],
  'UTF-16 BE without one': [
    binary([...'Two words here'].map((c) => `\0${c}`).join('')),
    'Two words here',
  ],
  'windows-1252': [
    binary('\x93Gr\xFC\xDFe\x94 f\xFCr 5 \x80, na\xEFve caf\xE9s'),
    '“Grüße” für 5 €, naïve cafés',
  ],
  Shift_JIS: [
    binary('\x82\xB1\x82\xEA\x82\xCD\x93\xFA\x96\x7B\x8C\xEA\x82\xC5\x82\xB7\x81\x42'),
    'これは日本語です。',
  ],
  'EUC-JP': [
    binary('\xA4\xB3\xA4\xEC\xA4\xCF\xC6\xFC\xCB\xDC\xB8\xEC\xA4\xC7\xA4\xB9\xA1\xA3'),
    'これは日本語です。',
  ],
  GBK: [
    binary('\xD5\xE2\xCA\xC7\xD2\xBB\xB8\xF6\xD6\xD0\xB9\xFA\xB5\xC4\xBE\xE4\xD7\xD3\xA1\xA3'),
    '这是一个中国的句子。',
  ],
  // Its bytes are Hangul in EUC-KR.
  'GBK that could be Korean': [
    binary(
      '\xB1\xB1\xBE\xA9\xB5\xC4\xCC\xEC\xC6\xF8\xBA\xDC\xBA\xC3\xA3\xAC\xBB\xF0\xB3\xB5\xB0\xCB\xB5\xE3\xB3\xF6\xB7\xA2\xA1\xA3',
    ),
    '北京的天气很好，火车八点出发。',
  ],
  Big5: [
    binary(
      '\xA4\xF5\xA8\xAE\xA4\x4B\xC2\x49\xA5\x58\xB5\x6F\xA1\x41\xBD\xD0\xA6\x62\xA4\xEB\xA5\x78\xA4\x57\xB5\xA5\xAD\xD4\xA1\x43',
    ),
    '火車八點出發，請在月台上等候。',
  ],
  'windows-1251': [
    binary('\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?'),
    'Привет, как дела?',
  ],
  'EUC-KR': [binary('\xC7\xD1\xB1\xB9\xBE\xEE \xB9\xAE\xC0\xE5'), '한국어 문장'],
  'EUC-KR without frequent syllables': [
    binary('\xBF\xB5\xBC\xF6\xC1\xF5\x20\xB9\xF8\xC8\xA3'),
    '영수증 번호',
  ],
};

describe('decodeText', () => {
  it.each(Object.entries(encoded))('decodes %s', (_encoding, [content, text]) => {
    expect(decodeText(content)).toMatchObject({ text, isDamaged: false });
  });

  it('trusts a declared encoding, unless the bytes contradict it', () => {
    expect(decodeText(binary('\xCF\xF0'), 'windows-1251').text).toBe('Пр');
    expect(decodeText(bytes('Grüße'), 'windows-1252').text).toBe('Grüße');
    expect(decodeText(binary('\xE9'), 'nonsense').text).toBe('é');
  });

  it('keeps UTF-8 with a few broken bytes', () => {
    const content = binary(`${String.fromCharCode(...bytes('Grüße '.repeat(50)))}\xFF`);
    expect(decodeText(content)).toMatchObject({ encoding: 'utf-8', isDamaged: true });
  });
});

describe('extract', () => {
  it('detects the kind of a document, and uses the file name as its title', async () => {
    expect(await extract(bytes('Only text.'), 'docs/My_notes-1.txt')).toMatchObject({
      kind: 'text',
      title: 'My notes-1',
      text: 'Only text.',
    });
    expect(await extract(docx(wordParagraph('Text')), 'wrong.csv')).toMatchObject({
      kind: 'docx',
      title: 'A letter',
    });
    expect(await extract(bytes('---\ntitle: "Guide"\n---\n\nText'), 'x.md')).toMatchObject({
      kind: 'markdown',
      title: 'Guide',
    });
  });

  it('decodes a page as it declares', async () => {
    const page = binary(
      '<html><meta charset="windows-1251"><p>\xCF\xF0\xE8\xE2\xE5\xF2</p></html>',
    );
    expect((await extract(page)).text).toBe('Привет');
  });

  it('warns about undecodable characters', async () => {
    const text = binary(`${String.fromCharCode(...bytes('Grüße '.repeat(50)))}\xFF`);
    expect((await extract(text)).warnings).toEqual([
      { message: "Some characters aren't valid in the encoding of the file (utf-8)" },
    ]);
  });

  it('makes JSON readable, a block for each item', async () => {
    const json = {
      title: 'Rivers',
      meta: { source: { name: 'Atlas', year: 2024 } },
      rivers: [
        { name: 'Rhine', km: 1233, cities: ['Basel', 'Bonn'] },
        { name: 'Elbe', km: 1094, cities: null },
      ],
    };
    const { title, text, blocks } = await extract(bytes(JSON.stringify(json)), 'x.json');
    expect(title).toBe('Rivers');
    expect(text).toBe(
      'title: Rivers\nmeta.source.name: Atlas\nmeta.source.year: 2024\n\nrivers\n\nname: Rhine\nkm: 1233\ncities: Basel, Bonn\n\nname: Elbe\nkm: 1094',
    );
    expect(blocks.at(-1)?.heading_path).toEqual(['rivers']);
    expect((await extract(bytes('{"a":1}\n{"a":2}'))).text).toBe('a: 1\n\na: 2');
    expect(await extract(bytes('{"a": 1,'), 'x.json')).toMatchObject({
      text: '{"a": 1,',
      warnings: [{ message: "This isn't valid JSON, so it was read as plain text" }],
    });
  });

  it('splits text into pages at form feeds, and recognises headings', async () => {
    const { pages, blocks } = await extract(
      bytes('1. Scope\n\nText.\n\fPage two\n-----\n\nMore.\n\f'),
    );
    expect(pages).toBe(2);
    expect(blocks.map(({ page, kind, heading_path }) => [page, kind, heading_path])).toEqual([
      [1, 'heading', ['1. Scope']],
      [1, 'paragraph', ['1. Scope']],
      [2, 'heading', ['Page two']],
      [2, 'paragraph', ['Page two']],
    ]);
  });

  it('leaves images to a vision model', async () => {
    const png = binary(
      '\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xDE\0\0\0\0IEND',
    );
    expect(await extract(png, 'square.png')).toMatchObject({ kind: 'image', text: '', blocks: [] });
    expect(fromDescription('A red square.', 'square.png')).toMatchObject({
      kind: 'image',
      title: 'square',
      text: 'A red square.',
    });
  });

  it.each([
    ['deep JSON', bytes('['.repeat(50_000)), 'x.json', 'too_large'],
    ['only white space', bytes(' \n\t\n '), 'x.txt', 'empty'],
    ['only empty cells', bytes(',,\n,,\n'), 'x.csv', 'empty'],
    ['a workbook without sheets', zipOf({ 'xl/x': '' }), '', 'unreadable'],
    ['a presentation without slides', zipOf({ 'ppt/x': '' }), '', 'unreadable'],
    ['an empty presentation', binary(`PK\x05\x06${'\0'.repeat(18)}`), '', 'unsupported'],
  ])('refuses %s', async (_what, content, name, code) => {
    await expect(extract(content, name)).rejects.toMatchObject({ code });
  });

  it('refuses texts that are too long, before they are decoded', async () => {
    await expect(extract(bytes('x'.repeat(11)), 'x.txt', { textMax: 10 })).rejects.toMatchObject({
      code: 'too_large',
      detail: expect.stringContaining('more than 10 characters'),
    });
    const start = process.cpuUsage().user;
    const huge = new Uint8Array(120_000_000).fill(120);
    await expect(extract(huge, 'x.txt')).rejects.toMatchObject({ code: 'too_large' });
    expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
  });
});

/** Where the directory of an archive begins. */
function directoryOf(file: Uint8Array): number {
  return new DataView(file.buffer).getUint32(file.length - 6, true);
}

describe('archives', () => {
  it('refuses bombs, whatever sizes they claim', async () => {
    const bomb = zipOf({ 'word/document.xml': new Uint8Array(40_000_000).fill(32) });
    const start = process.cpuUsage().user;
    await expect(extract(bomb)).rejects.toMatchObject({ code: 'too_large' });
    new DataView(bomb.buffer).setUint32(directoryOf(bomb) + 24, 10, true);
    await expect(extract(bomb)).rejects.toMatchObject({ code: 'too_large' });
    expect(process.cpuUsage().user - start).toBeLessThan(3_000_000);
  });

  it('refuses more parts than a document needs', async () => {
    const file = zipOf({ 'word/document.xml': '' });
    new DataView(file.buffer).setUint16(file.length - 12, 20_001, true);
    await expect(extract(file)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('ignores names that lead out of the archive', async () => {
    const file = zipOf({
      '../word/document.xml': 'outside',
      '/word/x.xml': 'outside',
      'a/../../word/y.xml': 'outside',
    });
    await expect(extract(file)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('refuses overlong names of columns, shared strings that are missing and damaged data', async () => {
    const cells = '<row r="1"><c r="ZZZZZ1" t="s"><v>99</v></c><c r="B1"><v>5</v></c></row>';
    expect((await extract(xlsx({ A: cells }))).text).toBe('A\n\n5');
    const damaged = epub([{ body: `<p>${'Text '.repeat(500)}</p>` }]);
    damaged.fill(0xff, 300, 400);
    await expect(extract(damaged)).rejects.toMatchObject({ name: 'ExtractFailure' });
  });

  it('says that an archive is encrypted', async () => {
    const file = docx(wordParagraph('Text'));
    for (let at = directoryOf(file); at < file.length - 4; at += 1) {
      const view = new DataView(file.buffer);
      if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + 8, 1, true);
    }
    await expect(extract(file)).rejects.toMatchObject({ code: 'encrypted' });
  });

  it('reads what other programs write: backslashes, and data that was never compressed', async () => {
    const stored = zipOf({
      'word\\document.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:body></w:document>',
      '[Content_Types].xml': '<Types/>',
    });
    expect((await extract(stored)).text).toBe('Text');
  });
});

describe('damaged files', () => {
  const files = {
    docx: docx(wordParagraph('Text of a letter. '.repeat(20))),
    xlsx: xlsx({ A: `${row(1, 'Name', 'Age')}${row(2, 'Anna', 7)}` }),
    pptx: pptx([{ shapes: shape('One\nTwo', { x: 1, y: 2 }), notes: 'Say thanks.' }]),
    epub: epub([{ body: '<h1>Source</h1><p>It rises.</p>' }]),
    pdf: pdf([[[50, 700, 12, 'Text of a page.']]]),
    html: bytes('<h1>A</h1><ul><li>b<table><tr><td>c</td><td>d</td></tr></table></ul><pre>e</pre>'),
    markdown: bytes('# A\n\n- b\n\n| c | d |\n|---|---|\n| 1 | 2 |\n\n```\ne\n```\n'),
    json: bytes('{"a":[{"b":1},{"c":"x"}],"d":"e"}'),
    csv: bytes('a,b,c\n1,"2",3\n4,5,6\n'),
  };

  it.each(Object.entries(files))('are read or refused with a reason: %s', async (_kind, file) => {
    const damage = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 20 });
    const property = fc.asyncProperty(damage, fc.nat(file.length), async (changes, cut) => {
      const damaged = file.slice(0, cut % 3 === 0 ? cut : file.length);
      for (const [at, byte] of changes) damaged[at] = byte;
      const result = await extract(damaged).catch((error: unknown) => error);
      if (result instanceof ExtractFailure) return;
      checkBlocks(result as Extracted);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

/** Blocks are in order, and all text is in one of them. */
function checkBlocks({ text, blocks }: Extracted): void {
  let last = 0;
  for (const { start, end } of blocks) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(text.slice(last, start).trim()).toBe('');
    last = end;
  }
  expect(text.slice(last)).toBe('');
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toContain('\0');
}
