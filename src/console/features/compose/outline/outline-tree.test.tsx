import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderConsole } from '#console/ui/testing.tsx';
import { HEADINGS_MAX } from '#core/compose/limits.ts';
import { OutlineTree } from './outline-tree.tsx';

/** The IDs of the rows that were rendered. */
const rendered: unknown[] = [];

vi.mock('@dnd-kit/sortable', async (load) => {
  const real = await load<typeof import('@dnd-kit/sortable')>();
  return {
    ...real,
    useSortable: (options: Parameters<typeof real.useSortable>[0]) => {
      rendered.push(options.id);
      return real.useSortable(options);
    },
  };
});

beforeEach(() => {
  rendered.length = 0;
});

const headings = Array.from({ length: HEADINGS_MAX }, (_, n) => ({
  id: `h${n + 1}`,
  heading: `Heading ${n + 1}`,
  level: 2 + (n % 2),
  notes: '',
}));

function Tree() {
  const [outline, setOutline] = useState(headings);
  return <OutlineTree outline={outline} locked={false} onChange={(next) => setOutline(next)} />;
}

const row = (number: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^Heading ${number}, level`) });

it('renders only the row that is typed into, however many there are', () => {
  renderConsole(<Tree />);
  rendered.length = 0;
  for (const value of ['A', 'Ab', 'Abc']) fireEvent.change(row(50), { target: { value } });
  expect(row(50).value).toBe('Abc');
  expect(new Set(rendered)).toEqual(new Set(['h50']));
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
