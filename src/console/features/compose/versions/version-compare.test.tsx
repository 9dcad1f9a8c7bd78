import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { json } from '#console/api/testing.ts';
import type { ArticleContent, ArticleVersion } from '#generated/model/index.ts';
import { anArticle, articlePath, renderArticle } from '../testing.tsx';

const version: ArticleVersion = {
  number: 1,
  name: 'Before the review',
  reason: 'named',
  title: 'All about lamps',
  words: 6,
  created_by: { id: 'user_1', name: 'Ada Lovelace' },
  created_at: '2026-11-20T09:00:00Z',
};

async function compare(then: Partial<ArticleContent>) {
  const user = userEvent.setup();
  const page = { results: [version], pagination: { has_next: false, next_cursor: null } };
  renderArticle('sections', {
    [`GET ${articlePath}/version`]: json(page),
    [`GET ${articlePath}/version/1`]: json({ version, content: { ...anArticle(), ...then } }),
  });
  await screen.findByRole('article', { name: 'A' }, { timeout: 15_000 });
  await user.click(screen.getByRole('button', { name: 'Versions' }));
  await user.click(await screen.findByRole('button', { name: 'Compare version 1' }));
  await screen.findByRole('button', { name: 'Restore version 1' });
}

it.each<[string, Partial<ArticleContent>]>([
  ['Outline', { outline: anArticle().outline.map((one) => ({ ...one, notes: 'Other' })) }],
  ['Images', { images: [{ id: 'i', url: 'https://example.com/a.png', alt: 'A lamp' }] }],
  ['Title ideas', { titles: [] }],
  ['Search and social', { seo: { ...anArticle().seo, image_id: 'i' } }],
])('a version shows that only this was different: %s', async (label, then) => {
  await compare(then);
  expect(await screen.findByRole('heading', { name: new RegExp(`^${label}`) })).toBeTruthy();
  expect(screen.queryByText("The article hasn't changed since this version.")).toBeNull();
});

it('a version that is the same as the article says so', async () => {
  await compare({});
  await waitFor(() =>
    expect(screen.getByText("The article hasn't changed since this version.")).toBeTruthy(),
  );
});
