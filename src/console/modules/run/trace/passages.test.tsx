import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { foundIn, Passages } from './passages.tsx';

const passage = {
  collection_id: 'collection_1',
  document_id: 'document_1',
  document_name: 'Manual.pdf',
  chunk_id: 'chunk_1',
  page: 2,
  heading_path: ['Bulbs'],
  score: 0.91,
  word_rank: 1,
  meaning_rank: null,
};
const output = {
  passages: [{ ...passage, number: 1, text: 'The bulb is an E27.' }],
  left_out: [{ ...passage, chunk_id: 'chunk_2', page: null, score: 0.4, tokens: 1200 }],
};

function show(given: unknown) {
  const found = foundIn(given);
  if (!found) throw new Error('Not a retrieval');
  render(
    <MemoryRouter>
      <Passages found={found} projectId="project_1" />
    </MemoryRouter>,
  );
}

it('shows passages with their scores, and which of them the limit left out', () => {
  show(output);
  expect(screen.getByText('The bulb is an E27.')).toBeTruthy();
  expect(screen.getByText('Score 0.91 · rank 1 by words')).toBeTruthy();
  const [used] = screen.getAllByRole('link');
  expect(used?.textContent).toBe('Manual.pdf, page 2');
  expect(used?.getAttribute('href')).toContain('chunk_1');
  const cut = within(screen.getByRole('list', { name: /Left out/ }));
  expect(cut.getByText('Score 0.40 · rank 1 by words · 1,200 tokens')).toBeTruthy();
});

it('says when nothing was found', () => {
  show({ passages: [] });
  expect(screen.getByText(/No passage was found/)).toBeTruthy();
  expect(foundIn({ messages: [] })).toBeUndefined();
});
