import { describe, expect, it } from 'vitest';
import { extractDocx } from './docx.ts';
import { extractEpub } from './epub.ts';
import type { Extracted } from './extracted.ts';
import { extractPptx } from './pptx.ts';
import { docx, epub, pptx, row, shape, wordParagraph, xlsx, zipOf } from './testing-files.ts';
import { extractXlsx } from './xlsx.ts';

function blocksOf({ text, blocks }: Extracted) {
  return blocks.map(({ start, end, kind, heading_path }) => [
    kind,
    heading_path.join(' > '),
    text.slice(start, end),
  ]);
}

describe('extractDocx', () => {
  it('takes headings, paragraphs, lists and tables', async () => {
    const cell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`;
    const extracted = await extractDocx(
      docx(
        [
          wordParagraph('Rivers', '<w:pStyle w:val="berschrift1"/>'),
          wordParagraph('They are <w:br/>long.'.replace('<w:br/>', '')),
          wordParagraph('Lengths', '<w:pStyle w:val="H2"/>'),
          wordParagraph('Rhine', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
          wordParagraph('Elbe', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
          `<w:tbl><w:tr>${cell('River')}${cell('km')}</w:tr><w:tr>${cell('Rhine')}${cell('1233')}</w:tr></w:tbl>`,
          '<w:p><w:del><w:r><w:delText>Deleted</w:delText></w:r></w:del><w:ins><w:r><w:t>Added</w:t></w:r></w:ins></w:p>',
        ].join(''),
      ),
    );
    expect(extracted.title).toBe('A letter');
    expect(blocksOf(extracted)).toEqual([
      ['heading', 'Rivers', 'Rivers'],
      ['paragraph', 'Rivers', 'They are long.'],
      ['heading', 'Rivers > Lengths', 'Lengths'],
      ['list', 'Rivers > Lengths', '- Rhine'],
      ['list', 'Rivers > Lengths', '- Elbe'],
      ['table', 'Rivers > Lengths', '| River | km |\n| --- | --- |\n| Rhine | 1233 |'],
      ['paragraph', 'Rivers > Lengths', 'Added'],
    ]);
  });

  it('expands no entities, and survives deep nesting', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE x [<!ENTITY e0 "lol">${entities.join('')}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Text &e9;</w:t></w:r></w:p></w:body></w:document>`;
    const file = docx('', { 'word/document.xml': bomb });
    await expect(extractDocx(file)).rejects.toMatchObject({ code: 'unreadable' });
    const deep = '<w:sdt><w:sdtContent>'.repeat(10_000);
    await expect(extractDocx(docx(deep))).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('says what is wrong with a file', async () => {
    await expect(extractDocx(docx(''))).rejects.toMatchObject({ code: 'empty' });
    await expect(extractDocx(zipOf({ 'word/x.xml': '' }))).rejects.toMatchObject({
      code: 'unreadable',
    });
    await expect(extractDocx(docx(wordParagraph('Text')).slice(0, -30))).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});

describe('extractXlsx', () => {
  it('names the columns in each row, sheet by sheet', () => {
    const extracted = extractXlsx(
      xlsx(
        {
          Costs: `${row(1, 'Item', 'Price')}${row(2, 'Tea', 2.5)}<row r="3"><c r="B3"><f>SUM(B2)</f><v>0.30000000000000004</v></c></row>`,
          Sheet2:
            '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>45443</v></c><c r="B2" s="2"><v>0.15</v></c></row><row r="3"><c r="A3" s="3"><v>45443.5</v></c><c r="B3" t="b"><v>1</v></c></row>',
        },
        { strings: ['Day', 'Share'] },
      ),
    );
    expect(extracted.blocks.map(({ sheet }) => sheet)).toEqual([
      'Costs',
      'Costs',
      'Costs',
      'Sheet2',
      'Sheet2',
    ]);
    expect(blocksOf(extracted)).toEqual([
      ['heading', 'Costs', 'Costs'],
      ['table', 'Costs', 'Item: Tea\nPrice: 2.5'],
      ['table', 'Costs', 'Price: 0.3'],
      ['table', '', 'Day: 2024-05-31\nShare: 15%'],
      ['table', '', 'Day: 2024-05-31 12:00\nShare: TRUE'],
    ]);
  });

  it('takes a million empty rows in their stride', () => {
    const empty = Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 2}"/>`).join('');
    const bytes = xlsx({ Big: `${row(1, 'Name', 'Age')}${empty}${row(1_000_002, 'Anna', 7)}` });
    const start = process.cpuUsage().user;
    expect(extractXlsx(bytes).text).toBe('Big\n\nName: Anna\nAge: 7');
    expect(process.cpuUsage().user - start).toBeLessThan(6_000_000);
  });

  it('says which formulas have no result, and which sheets are hidden', () => {
    const uncalculated = xlsx({
      A: `${row(1, 'a', 'b')}<row r="2"><c r="A2"><f>1+1</f></c><c r="B2"><v>3</v></c></row>`,
    });
    expect(extractXlsx(uncalculated).warnings).toMatchObject([
      { message: expect.stringContaining('Sheet “A”: 1 formula has no stored result') },
    ]);
    const hidden = xlsx({ Secret: row(1, 'a', 'b') }, { attributes: 'state="hidden"' });
    expect(() => extractXlsx(hidden)).toThrow('The workbook contains no text.');
  });

  it('ignores columns that nobody reads', () => {
    const { text } = extractXlsx(
      xlsx({ A: '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>' }),
    );
    expect(text).toBe('A\n\n1');
  });
});

describe('extractPptx', () => {
  it('extracts slides in order, and shapes in reading order', () => {
    const table =
      '<p:graphicFrame><p:xfrm><a:off x="0" y="9000000"/></p:xfrm><a:tbl><a:tr><a:tc><a:p><a:r><a:t>Year</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>Sum</a:t></a:r></a:p></a:tc></a:tr><a:tr><a:tc><a:p><a:r><a:t>2024</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>5</a:t></a:r></a:p></a:tc></a:tr></a:tbl></p:graphicFrame>';
    const extracted = extractPptx(
      pptx([
        {
          shapes: [
            table,
            shape('Right', { x: 5_000_000, y: 2_010_000 }),
            shape('One\nTwo', { x: 100_000, y: 2_000_000 }),
            shape('Results', { type: 'title', y: 100 }),
            shape('12', { type: 'sldNum' }),
          ].join(''),
          notes: 'Say thanks.',
        },
        { shapes: shape('Only text') },
        { shapes: '<p:pic/>' },
      ]),
    );
    expect(extracted.pages).toBe(3);
    expect(extracted.blocks.map(({ slide }) => slide)).toEqual([1, 1, 1, 1, 1, 1, 2]);
    expect(blocksOf(extracted)).toEqual([
      ['heading', 'Results', 'Results'],
      ['list', 'Results', '- One'],
      ['list', 'Results', '- Two'],
      ['paragraph', 'Results', 'Right'],
      ['table', 'Results', '| Year | Sum |\n| --- | --- |\n| 2024 | 5 |'],
      ['paragraph', 'Results', 'Notes: Say thanks.'],
      ['paragraph', '', 'Only text'],
    ]);
    expect(extracted.warnings).toEqual([{ message: 'Slide 3 contains no text', page: 3 }]);
  });
});

describe('extractEpub', () => {
  it('extracts chapters in spine order, below their titles', () => {
    const extracted = extractEpub(
      epub([
        { body: '<h1>Source</h1><p>It rises.<a id="x"/> Here.</p>' },
        { body: '<p>It goes on.</p>' },
        { body: '<p>It ends.</p>', name: 'Mouth' },
      ]),
    );
    expect(extracted.title).toBe('The River');
    expect(blocksOf(extracted)).toEqual([
      ['heading', 'Source', 'Source'],
      ['paragraph', 'Source', 'It rises. Here.'],
      ['paragraph', 'Source', 'It goes on.'],
      ['heading', 'Mouth', 'Mouth'],
      ['paragraph', 'Mouth', 'It ends.'],
    ]);
  });

  it('says that a book is protected or damaged', () => {
    const cipher =
      '<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/text/c0.xhtml"/></CipherData></EncryptedData></encryption>';
    const book = epub([{ body: '<p>Text</p>' }], { 'META-INF/encryption.xml': cipher });
    expect(() => extractEpub(book)).toThrow('The book is copy-protected');
    expect(() => extractEpub(zipOf({ mimetype: 'application/epub+zip' }))).toThrow('damaged');
  });
});
