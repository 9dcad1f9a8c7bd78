import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, problem } from '#console/api/testing.ts';
import { useUserStore } from '#console/modules/user/user-store.ts';
import type { Article, ArticleUpdate, User } from '#generated/model/index.ts';
import { anArticle, articlePath, aSection, renderArticle } from '../testing.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Opens a section's Markdown. The server is what `save` makes of it. */
async function open(save: (update: ArticleUpdate) => Response, load: () => Article = anArticle) {
  useUserStore.setState({ user: { id: 'user_9', name: 'Mara' } as User });
  const patches: ArticleUpdate[] = [];
  const view = renderArticle('sections', {
    [`GET ${articlePath}`]: () => json(load()),
    [`PATCH ${articlePath}`]: () => {
      const body: ArticleUpdate = JSON.parse(String(vi.mocked(fetch).mock.lastCall?.[1]?.body));
      patches.push(body);
      return save(body);
    },
    [`POST ${articlePath}/version`]: json({ number: 1 }, 201),
  });
  const section = await screen.findByRole('article', { name: 'A' }, { timeout: 15_000 });
  const user = userEvent.setup();
  await user.click(within(section).getByRole('button', { name: 'Edit' }));
  const source = within(section).getByRole('textbox', { name: 'Markdown of A' });
  return { ...view, user, source, patches };
}

describe('two tabs that edit the same article', () => {
  it('are merged where they changed different sections', async () => {
    const theirs = anArticle({
      etag: '"2"',
      sections: [aSection('a'), aSection('b', { markdown: '## B\n\nTheirs.' })],
    });
    let isTheirs = false;
    const { user, source, patches } = await open(
      () => {
        if (isTheirs) return json({ ...theirs, etag: '"3"' });
        isTheirs = true;
        return problem(412, 'precondition_failed');
      },
      () => (isTheirs ? theirs : anArticle()),
    );
    await user.type(source, ' Mine.');
    await waitFor(() => expect(patches.length).toBeGreaterThan(1));
    expect(patches.at(-1)).toEqual({
      sections: [{ id: 'a', markdown: '## A\n\nText of a. Mine.' }],
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('article', { name: 'B' }).textContent).toContain('Theirs.');
  });

  it('are asked where they changed the same, and what the other wrote stays as a version', async () => {
    const theirs = anArticle({
      etag: '"2"',
      sections: [aSection('a', { markdown: '## A\n\nText of theirs.' }), aSection('b')],
    });
    let saves = 0;
    const { user, source, patches, count } = await open(
      () =>
        saves++ === 0 ? problem(412, 'precondition_failed') : json({ ...theirs, etag: '"3"' }),
      () => (saves === 0 ? anArticle() : theirs),
    );
    await user.type(source, ' Mine.');
    const dialog = await screen.findByRole('dialog', {}, { timeout: 15_000 });
    const part = within(dialog).getByRole('region', { name: 'Sections' });
    await user.click(within(part).getByRole('radio', { name: /^(Both|Merge)/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save merged draft' }));
    await waitFor(() => expect(patches).toHaveLength(2));
    const [saved] = patches.at(-1)?.sections ?? [];
    expect(saved?.markdown).toContain('Mine.');
    expect(saved?.markdown).toContain('theirs.');
    expect(count(`${articlePath}/version`)).toBe(1);
  });
});

it('without a connection, an article is kept on this device and saved when it is back', async () => {
  let isOnline = false;
  const { user, source, patches } = await open(({ sections = [] }) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    const [{ markdown } = { markdown: '' }] = sections;
    return json(anArticle({ etag: '"2"', sections: [aSection('a', { markdown }), aSection('b')] }));
  });
  await user.type(source, ' Mine.');
  expect((await screen.findAllByText('Offline – saved locally')).length).toBeGreaterThan(0);
  const kept = Object.entries(localStorage).find(([key]) => key.startsWith('article-draft:'));
  expect(kept?.[1]).toContain('Text of a. Mine.');
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('Offline – saved locally')).toBeNull());
  expect(patches.at(-1)?.sections?.[0]?.markdown).toBe('## A\n\nText of a. Mine.');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('article-draft:'))).toEqual([]);
});
