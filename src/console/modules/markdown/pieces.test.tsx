import { render } from '@testing-library/react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, it } from 'vitest';
import { renderOnce } from '../../ui/testing.tsx';
import { Markdown } from './markdown.tsx';
import { piecesOf } from './pieces.ts';

const PARAGRAPH = `${'A lamp that was mounted counts as **used**. '.repeat(12)}\n\n`;
const BLOCKS = [
  '## A heading\n\n',
  PARAGRAPH,
  '- one\n\n  Still one.\n\n- two\n\n      code\n\n1. first\n\n2. second\n\nafter the list\n\n',
  '```md\n## Not a heading\n\nNot a paragraph\n\n~~~\n\nStill code\n```\n\n',
  '> quoted\n\nNot quoted\n\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  'Setext\n===\n\n',
  PARAGRAPH,
  '~~~~\n```\n\nopen\n~~~\n\nstill open\n~~~~\n\n',
  'One\n\u00a0\nparagraph\n\n',
];
const TEXT = BLOCKS.map((_, at) => [...BLOCKS.slice(at), ...BLOCKS.slice(0, at)].join(''));

it.each([...TEXT, TEXT.join('').replaceAll('\n', '\r\n')])(
  'a text is shown the same, piece by piece (%#)',
  (text) => {
    const pieces = piecesOf(text, 1);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(5);
    const whole = render(<ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>);
    const split = render(
      pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else
        <ReactMarkdown key={index} remarkPlugins={[remarkGfm]}>
          {piece}
        </ReactMarkdown>
      )),
    );
    const withoutBreaks = (html: string) => html.replace(/\n/g, '');
    expect(withoutBreaks(split.container.innerHTML)).toBe(withoutBreaks(whole.container.innerHTML));
  },
);

it('a text is not split where a part of it may affect another, or if it is short', () => {
  const long = PARAGRAPH.repeat(8);
  expect(piecesOf(long).length).toBeGreaterThan(2);
  for (const text of [
    `${long}[x]: https://example.com`,
    `${long}> - [x\\]y]: https://example.com`,
    `<pre>\n\n${long}</pre>`,
    `- \`\`\`\n  code\n  \`\`\`\n\n${long}`,
    `> ~~~\n> code\n\n${long}`,
    PARAGRAPH,
  ])
    expect(piecesOf(text)).toEqual([text]);
});

it('only the piece that changed is rendered again', () => {
  renderOnce();
  let links = 0;
  const components = {
    a: () => {
      links++;
      return null;
    },
  };
  const text = `${PARAGRAPH}[link](https://example.com)\n\n`.repeat(8);
  const { rerender } = render(<Markdown text={text} components={components} />);
  expect(links).toBe(8);
  rerender(<Markdown text={`${text}More`} components={components} />);
  expect(links).toBeLessThan(12);
});
