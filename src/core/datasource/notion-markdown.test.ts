import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blocksToMarkdown, type NotionBlock, richText } from './notion-markdown.ts';

const text = (plain_text: string, annotations: object = {}, href: string | null = null) => ({
  plain_text,
  annotations,
  href,
});
const block = (type: string, content: object, children: NotionBlock[] = []): NotionBlock => ({
  type,
  content: { ...content },
  children,
});
const paragraph = (plain: string) => block('paragraph', { rich_text: [text(plain)] });

it('writes each kind of block', () => {
  const item = (type: string, plain: string, more: object = {}) =>
    block(type, { rich_text: [text(plain)], ...more });
  const blocks = [
    item('heading_3', 'Deep\nheading'),
    item('to_do', 'Open'),
    item('to_do', 'Done', { checked: true }),
    item('numbered_list_item', 'First'),
    item('numbered_list_item', 'Second'),
    block('callout', { rich_text: [text('Note\nwell')] }, [paragraph('Inside')]),
    block('code', { rich_text: [text('a ``` b')], language: 'plain text' }),
    block('equation', { expression: 'E=mc^2' }),
    block('divider', {}),
    block('toggle', { rich_text: [text('More')] }, [paragraph('Hidden')]),
    block('column_list', {}, [
      block('column', {}, [paragraph('Left')]),
      block('column', {}, [paragraph('Right')]),
    ]),
    block('bookmark', { url: 'https://a.test/', caption: [] }),
    block('image', { caption: [text('A picture')], file: { url: 'https://s3.test/x' } }),
    block('breadcrumb', {}),
    paragraph('# no heading'),
  ];
  expect(blocksToMarkdown(blocks)).toBe(
    [
      '### Deep heading',
      '- [ ] Open\n- [x] Done',
      '1. First\n2. Second',
      '> Note\n> well\n> \n> Inside',
      '````\na ``` b\n````',
      '$$\nE=mc^2\n$$',
      '---',
      'More\n\nHidden',
      'Left\n\nRight',
      'https://a.test/',
      'A picture',
      '\\# no heading',
    ].join('\n\n'),
  );
});

it('writes marks around words, without their space', () => {
  const parts = [
    text('a'),
    text(' b ', { bold: true, italic: true }),
    text(' '),
    text('c', { code: true }),
  ];
  expect(richText(parts)).toBe('a ***b***  `c`');
  expect(richText([text('x', {}, 'javascript:alert(1)')])).toBe('x');
  expect(richText('nonsense')).toBe('');
});

it('keeps the words of any text', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 });
  const type = fc.constantFrom(
    'paragraph',
    'heading_1',
    'quote',
    'toggle',
    'to_do',
    'bulleted_list_item',
    'code',
  );
  const { tree } = fc.letrec<{ tree: NotionBlock; blocks: NotionBlock[] }>((tie) => ({
    blocks: fc.oneof(
      { maxDepth: 3 },
      fc.constant<NotionBlock[]>([]),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
    tree: fc.tuple(type, words, tie('blocks')).map(([kind, list, children]) => {
      const rich_text = list.map((word) => text(`${word} `, { bold: word.length > 4 }));
      return block(kind, { rich_text }, kind === 'code' ? [] : children);
    }),
  }));
  const wordsOf = ({ content, children }: NotionBlock): string[] => [
    ...(content.rich_text as { plain_text: string }[]).map(({ plain_text }) => plain_text.trim()),
    ...children.flatMap(wordsOf),
  ];
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (blocks) => {
      const written = blocksToMarkdown(blocks).match(/[a-z]{1,8}/g) ?? [];
      expect(written).toEqual(blocks.flatMap(wordsOf));
    }),
  );
});
