import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderConsole } from '#console/ui/testing.tsx';
import { HEADINGS_MAX } from '#core/compose/limits.ts';
import type { ArticleHeading } from '#generated/model/index.ts';
import { OutlineTree } from './outline-tree.tsx';

/** The IDs of the rows that were rendered. */
const rendered: string[] = [];

/** Only rows read the notes. */
const headings = Array.from({ length: HEADINGS_MAX }, (_, n) => ({
  id: `h${n + 1}`,
  heading: `Heading ${n + 1}`,
  level: 2 + (n % 2),
  get notes() {
    rendered.push(this.id);
    return '';
  },
}));

function Tree() {
  const [outline, setOutline] = useState<readonly ArticleHeading[]>(headings);
  return <OutlineTree outline={outline} locked={false} onChange={(next) => setOutline(next)} />;
}

const row = (number: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^Heading ${number}, level`) });

it('renders no other row than the one that is typed into, however many there are', () => {
  renderConsole(<Tree />);
  expect(new Set(rendered).size).toBe(HEADINGS_MAX);
  // From now on, this row's heading is a copy, whose notes nobody counts.
  fireEvent.change(row(50), { target: { value: 'A' } });
  rendered.length = 0;
  for (const value of ['Ab', 'Abc']) fireEvent.change(row(50), { target: { value } });
  expect(row(50).value).toBe('Abc');
  expect(rendered).toEqual([]);
});

it('moves a heading with its handle and the keyboard, among as many as there may be', () => {
  renderConsole(<Tree />);
  const handle = screen.getByRole('button', { name: 'Move heading 99' });
  handle.focus();
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  expect(row(97).value).toBe('Heading 99');
  expect(row(98).value).toBe('Heading 100');
  expect(row(99).value).toBe('Heading 97');
});
