import { describe, expect, it } from 'vitest';
import { sniff } from './sniff.ts';
import { binary, bytes, docx, epub, pdf, pptx, xlsx, zipOf } from './testing-files.ts';

const utf16 = (text: string) => binary([...text].map((letter) => `${letter}\0`).join(''));
const cfb = (stream: string) =>
  binary(
    `\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1${'\0'.repeat(600)}${[...stream].map((c) => `${c}\0`).join('')}`,
  );
const png = binary(
  '\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xDE\0\0\0\x0CIDATx\x9Cc\xF8\xCF\xC0\0\0\0\x03\0\x01\0\0\0\0IEND\xAEB`\x82',
);
const readme = '# Taskloom\n\nRead the [guide](https://example.com) first.\n\n- one\n- two\n';
const prose =
  'Dear Anna, dear Ben,\n\nwe met in Bonn, as you know, and talked.\nIt was nice, really.\n';

describe('sniff', () => {
  it.each([
    ['a PDF', pdf([[]]), 'x.txt', 'pdf'],
    ['a PDF after other bytes', binary(`\n\n${'%PDF-1.4'}\0\0`), '', 'pdf'],
    ['DOCX', docx(''), 'letter.pdf', 'docx'],
    ['XLSX', xlsx({ A: '' }), 'letter.docx', 'xlsx'],
    ['PPTX', pptx([{ shapes: '' }]), 'slides.zip', 'pptx'],
    ['EPUB', epub([{ body: '' }]), 'book.zip', 'epub'],
    ['a picture', png, 'notes.txt', 'image'],
    ['a page', bytes('<!DOCTYPE html><title>x</title>'), 'page.txt', 'html'],
    ['a page after a comment', bytes('<!-- x -->\n<html lang=en>'), '', 'html'],
    ['XHTML', bytes('<?xml version="1.0"?><html xmlns="x">'), 'x.xml', 'html'],
    ['a part of a page', bytes('<div class="a"><p>Text</p></div>'), '', 'html'],
    ['a page called CSV', bytes('<html><body>a,b\n1,2</body></html>'), 'x.csv', 'html'],
    ['Markdown', bytes(readme), '', 'markdown'],
    ['Markdown called text', bytes(`${readme}\n> quote\n`), 'x.txt', 'markdown'],
    [
      'Markdown that begins with HTML',
      bytes(`<p align="center">x</p>\n\n${readme}`),
      'README.md',
      'markdown',
    ],
    ['text called Markdown', bytes('Only text.'), 'notes.md', 'markdown'],
    ['CSV', bytes('a,b,c\n1,2,3\n4,5,6\n'), '', 'csv'],
    ['CSV called text', bytes('a;b;c\n1;2;3\n4;5;6\n'), 'x.txt', 'csv'],
    ['CSV of one column', bytes('Name\nAnna\nBen\n'), 'x.csv', 'csv'],
    ['TSV', bytes('a\tb\n1\t2\n3\t4\n'), 'x.tsv', 'csv'],
    ['prose with commas', bytes(prose), 'x.txt', 'text'],
    [
      'prose without a name',
      bytes('Hello, Anna. How are you?\nFine, thanks. And you?\n'),
      '',
      'text',
    ],
    ['JSON', bytes('{"a": [1, 2]}'), 'x.txt', 'json'],
    ['JSON lines', bytes('{"a": 1}\n{"a": 2}\n'), '', 'json'],
    ['broken JSON', bytes('{"a": 1,'), 'x.json', 'json'],
    ['broken JSON without a name', bytes('{"a": 1,'), '', 'text'],
    ['a text that begins with a bracket', bytes('[1] A footnote, and so on.'), '', 'text'],
    ['an INI file', bytes('[core]\nname = x\n'), 'x.ini', 'text'],
    ['a program', bytes('# comment\nimport os\nprint(1)\n'), 'x.py', 'text'],
    ['UTF-16 without a mark', utf16('Some text, and more of it.'), '', 'text'],
    ['Latin-1', binary('Caf\xE9 M\xFCller und Stra\xDFe'), '', 'text'],
  ])('recognises %s', async (_what, content, name, kind) => {
    expect((await sniff(content, name)).kind).toBe(kind);
  });

  it.each([
    ['nothing', new Uint8Array(), 'empty', 'The file is empty.'],
    ['an encrypted workbook', cfb('EncryptedPackage'), 'encrypted', 'protected with a password'],
    ['DOC', cfb('WordDocument'), 'unsupported', 'Save it as DOCX.'],
    ['XLS', cfb('Workbook'), 'unsupported', 'Save it as XLSX.'],
    ['PPT', cfb('PowerPoint Document'), 'unsupported', 'Save it as PPTX.'],
    ['another old format', cfb('x'), 'unsupported', 'This type of file'],
    ['RTF', bytes('{\\rtf1 text}'), 'unsupported', 'RTF files'],
    ['a zip archive', zipOf({ 'a.txt': 'x' }), 'unsupported', 'Unzip the archive'],
    [
      'OpenDocument',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.text' }),
      'unsupported',
      'OpenDocument',
    ],
    [
      'a program',
      binary('\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0'),
      'unsupported',
      'ELF files',
    ],
    ['gzip', binary('\x1F\x8B\x08\0\0\0\0\0\0\x03'), 'unsupported', 'GZ files'],
    [
      'noise',
      Uint8Array.from({ length: 500 }, (_, n) => (n * 7919) % 251),
      'unsupported',
      'This type',
    ],
    ['a damaged archive', binary('PK\x03\x04 and then nothing'), 'unreadable', 'damaged'],
  ])('refuses %s', async (_what, content, code, detail) => {
    await expect(sniff(content, 'x.pdf')).rejects.toMatchObject({
      code,
      detail: expect.stringContaining(detail),
    });
  });
});
