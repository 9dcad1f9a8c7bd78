import { describe, expect, it } from 'vitest';
import { extractPdf } from './pdf.ts';
import { type PdfLine, pdf } from './testing-files.ts';

/** Lines of twelve points, one below the other. */
const lines = (texts: string[], top = 700): PdfLine[] =>
  texts.map((text, index) => [50, top - index * 15, 12, text]);

async function blocksOf(bytes: Uint8Array) {
  const { text, blocks } = await extractPdf(bytes);
  return blocks.map(({ start, end, kind, page, heading_path }) => [
    page,
    kind,
    heading_path.join(' > '),
    text.slice(start, end),
  ]);
}

describe('extractPdf', () => {
  it('joins lines into paragraphs and removes line-end hyphens, but not those of compound words', async () => {
    const page = lines([
      'This first paragraph goes over a few lines of the page, and was hyphen-',
      'ated once. It mentions a well-known river and is read as one piece of the',
      'text, which is how a person reads it. The river is very well-',
      'known.',
    ]);
    const second = lines(['Another paragraph after a gap.'], 600);
    expect(await blocksOf(pdf([[...page, ...second]]))).toEqual([
      [
        1,
        'paragraph',
        '',
        'This first paragraph goes over a few lines of the page, and was hyphenated once. It mentions a well-known river and is read as one piece of the text, which is how a person reads it. The river is very well-known.',
      ],
      [1, 'paragraph', '', 'Another paragraph after a gap.'],
    ]);
  });

  it('takes larger lines as headings', async () => {
    const page: PdfLine[] = [
      [50, 750, 24, 'Rivers of Europe'],
      [50, 700, 16, 'The Rhine'],
      ...lines(['It rises in the Alps. It is long, and flows through', 'six countries.'], 680),
      [50, 600, 16, 'The Elbe'],
      ...lines(['It rises in the Giant Mountains.'], 580),
      ...lines(
        ['2.1 Its length', '1094 kilometres, of which most are in Germany.'].slice(0, 1),
        540,
      ),
      ...lines(['1094 kilometres, of which most are in Germany.'], 500),
    ];
    const blocks = await blocksOf(pdf([page]));
    expect(blocks.map(([, kind, path]) => [kind, path])).toEqual([
      ['heading', 'Rivers of Europe'],
      ['heading', 'Rivers of Europe > The Rhine'],
      ['paragraph', 'Rivers of Europe > The Rhine'],
      ['heading', 'Rivers of Europe > The Elbe'],
      ['paragraph', 'Rivers of Europe > The Elbe'],
      ['heading', 'Rivers of Europe > The Elbe > 2.1 Its length'],
      ['paragraph', 'Rivers of Europe > The Elbe > 2.1 Its length'],
    ]);
    expect((await extractPdf(pdf([page]))).title).toBe('Rivers of Europe');
  });

  it('removes headers, footers and page numbers, and keeps the page of each paragraph', async () => {
    const pages = [1, 2, 3, 4, 5].map((n): PdfLine[] => [
      [50, 780, 9, 'ACME annual report'],
      ...lines([`Text of page ${'one two three four five'.split(' ')[n - 1]}.`]),
      [290, 20, 9, `Page ${n} of 5`],
    ]);
    expect(await blocksOf(pdf(pages))).toEqual(
      ['one', 'two', 'three', 'four', 'five'].map((word, n) => [
        n + 1,
        'paragraph',
        '',
        `Text of page ${word}.`,
      ]),
    );
  });

  it('assigns a sentence across a page break to the page where it begins', async () => {
    const first = lines(['The contract ends on the last day of the']);
    const second = lines(['month of March. Then it is renewed for a year.']);
    expect(await blocksOf(pdf([first, second]))).toEqual([
      [1, 'paragraph', '', 'The contract ends on the last day of the month of March.'],
      [2, 'paragraph', '', 'Then it is renewed for a year.'],
    ]);
  });

  it('reads columns one after the other, and lines that are drawn from the bottom up from the top', async () => {
    const column = (x: number, words: string[]): PdfLine[] =>
      words.map((word, n) => [x, 700 - n * 15, 12, word]);
    const columns = [
      ...column(50, ['Left one', 'left two', 'left three', 'left four.']),
      ...column(300, ['Right one', 'right two', 'right three.']),
    ];
    expect((await extractPdf(pdf([columns]))).text).toBe(
      'Left one left two left three left four.\n\nRight one right two right three.',
    );
    const upside = lines(['One,', 'two,', 'three,', 'four,', 'five.']).reverse();
    expect((await extractPdf(pdf([upside]))).text).toBe('One, two, three, four, five.');
  });

  it('makes each list item a block', async () => {
    const page = lines(['Bring with you:', '1. a passport', '2. a photo that is not', 'too old']);
    expect((await blocksOf(pdf([page]))).map(([, kind, , text]) => [kind, text])).toEqual([
      ['paragraph', 'Bring with you:'],
      ['list', '1. a passport'],
      ['list', '2. a photo that is not too old'],
    ]);
  });

  it('says which pages are images', async () => {
    const { warnings, pages } = await extractPdf(pdf([lines(['Text.']), 'drawn', []]));
    expect(warnings).toEqual([{ message: 'Page 2 is an image and contains no text', page: 2 }]);
    expect(pages).toBe(3);
    await expect(extractPdf(pdf(['drawn']))).rejects.toMatchObject({
      code: 'empty',
      detail: expect.stringContaining('only images'),
    });
  });

  it('warns about a font without a character mapping', async () => {
    const font =
      '<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Song/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/FontDescriptor<</Type/FontDescriptor/FontName/Song/Flags 4>>>>]>>';
    await expect(extractPdf(pdf([lines(['abcd'])], { font }))).rejects.toMatchObject({
      code: 'empty',
      detail: expect.stringContaining('fonts'),
    });
  });

  it('finds accented letters and symbols', async () => {
    expect((await extractPdf(pdf([lines(['Caf\xe9 M\xfcller \x80 5'])]))).text).toBe(
      'Café Müller € 5',
    );
  });

  it('says what is wrong with a file', async () => {
    const encrypted = pdf([lines(['Secret'])], {
      trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>>>`,
    });
    await expect(extractPdf(encrypted)).rejects.toMatchObject({ code: 'encrypted' });
    const whole = pdf([lines(['Text'])]);
    await expect(extractPdf(whole.slice(0, 40))).rejects.toMatchObject({ code: 'unreadable' });
    await expect(extractPdf(pdf(Array(5001).fill([])))).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(extractPdf(pdf([lines(['Too long'])]), 3)).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('reads what is left of a damaged file, and leaves the bytes as they were', async () => {
    const whole = pdf([lines(['Text of the first page.'])]);
    const copy = whole.slice();
    expect((await extractPdf(whole.slice(0, -15))).text).toBe('Text of the first page.');
    await extractPdf(whole);
    expect(whole).toEqual(copy);
  });
});
