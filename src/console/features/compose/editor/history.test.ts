import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DraftSync } from '#console/modules/draft/draft-sync.ts';
import { aText } from '../testing.tsx';
import type { ArticleText } from './article-text.ts';
import { createHistory } from './history.ts';

/** An open article, without its server. */
function open() {
  const store = createStore(() => ({ content: aText(), base: {} }));
  const edit = (change: (text: ArticleText) => ArticleText) =>
    store.setState(({ content }) => ({ content: change(content) }));
  const history = createHistory({ store, edit } as unknown as DraftSync<ArticleText>);
  const write = (id: string, markdown: string) => (text: ArticleText) => ({
    ...text,
    sections: { ...text.sections, [id]: markdown },
  });
  return {
    history,
    content: () => store.getState().content,
    type(id: string, markdown: string) {
      history.record('sections', id);
      edit(write(id, markdown));
    },
    /** The server has another text, which someone else or a step wrote. */
    arrive: (change: (text: ArticleText) => ArticleText) =>
      store.setState(({ content }) => ({ content: change(content), base: {} })),
    write,
  };
}

it('undoes what was typed here, and keeps what others wrote since', () => {
  const { history, content, type, arrive, write } = open();
  const before = content().sections;
  type('a', 'mine');
  arrive(write('b', 'theirs'));
  type('a', 'mine again');
  arrive((text) => ({ ...text, seo: { ...text.seo, title: 'Theirs' } }));
  history.undo('sections');
  history.undo('article');
  expect(content()).toMatchObject({
    sections: { a: before.a, b: 'theirs' },
    seo: { title: 'Theirs' },
  });
  history.redo('sections');
  history.redo('sections');
  expect(content()).toMatchObject({
    sections: { a: 'mine again', b: 'theirs' },
    seo: { title: 'Theirs' },
  });
});

it('leaves a section alone that somebody else has changed since', () => {
  const { history, content, type, arrive, write } = open();
  type('a', 'mine');
  arrive(write('a', 'mine and theirs'));
  history.undo('sections');
  expect(content().sections.a).toBe('mine and theirs');
});

it('undoes what a step wrote for this page', async () => {
  const { history, content, type, arrive, write } = open();
  const before = content().sections;
  type('a', 'mine');
  const get = vi.fn(async () => arrive(write('a', 'written')));
  await history.receive('sections', get);
  expect(content().sections.a).toBe('written');
  history.undo('sections');
  expect(content().sections.a).toBe('mine');
  history.undo('sections');
  expect(content().sections).toEqual(before);
});
