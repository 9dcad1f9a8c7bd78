import { describe, expect, it } from 'vitest';
import { extractPdf } from '../pdf.ts';
import { pdf } from '../testing-files.ts';

/** A font that isn't embedded and doesn't say which characters it shows, as old Asian programs write it. */
function font(encoding: string, ordering: string): string {
  const name = 'HeiseiMin-W3';
  const info = `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>`;
  const descriptor = `/FontDescriptor<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>`;
  const descendant = `<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}${info}/DW 1000${descriptor}>>`;
  return `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[${descendant}]>>`;
}

const read = (encoding: string, ordering: string, text: string) =>
  extractPdf(pdf([[[50, 700, 12, text]]], { font: font(encoding, ordering) }));

describe('PDFs in Chinese, Japanese and Korean', () => {
  it.each([
    ['90ms-RKSJ-H', 'Japan1', '\x93\xfa\x96{\x8c\xea PDF', '日本語 PDF'],
    ['90msp-RKSJ-V', 'Japan1', '\xb6\xc5', 'ｶﾅ'],
    ['EUC-H', 'Japan1', '\xc6\xfc\xcb\xdc\xb8\xec', '日本語'],
    ['H', 'Japan1', 'F|K\\8l', '日本語'],
    ['UniJIS-UCS2-H', 'Japan1', 'e\xe5g,\x8a\x9e', '日本語'],
    ['UniJIS-UTF16-H', 'Japan1', 'e\xe5g,\x8a\x9e', '日本語'],
    ['GBK-EUC-H', 'GB1', '\xd6\xd0\xce\xc4', '中文'],
    ['GB-EUC-H', 'GB1', '\xd6\xd0\xce\xc4', '中文'],
    ['UniGB-UCS2-H', 'GB1', 'N-e\x87', '中文'],
    ['ETen-B5-H', 'CNS1', '\xa4\xa4\xa4\xe5', '中文'],
    ['KSCms-UHC-H', 'Korea1', '\xc7\xd1\xb1\xb9', '한국'],
  ])('are read without the tables of Adobe: %s', async (encoding, ordering, bytes, text) => {
    expect((await read(encoding, ordering, bytes)).text).toBe(text);
  });

  it('say that their glyphs are unknown rather than guess', async () => {
    await expect(read('Identity-H', 'Japan1', '\x04\x05\x06\x07')).rejects.toMatchObject({
      code: 'empty',
      detail: expect.stringContaining('fonts have no character mapping'),
    });
  });
});
