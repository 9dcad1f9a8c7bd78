import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, problem } from '#console/api/testing.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import type {
  ArticleStepAnswer,
  ArticleStepEvent,
  ArticleUpdate,
  ProblemCode,
} from '#generated/model/index.ts';
import { anArticle, articlePath, aSection, renderArticle, stepEvents } from './testing.tsx';

const step = `POST ${articlePath}/step`;
const heading = (number: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^Heading ${number}, level`) });
const headings = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Heading/ })
    .map((field) => field.value);

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the outline', () => {
  async function open() {
    const patches: ArticleUpdate[] = [];
    let version = 1;
    const view = renderArticle('outline', {
      [`PATCH ${articlePath}`]: () => {
        const body: ArticleUpdate = JSON.parse(String(vi.mocked(fetch).mock.lastCall?.[1]?.body));
        patches.push(body);
        const { outline = anArticle().outline } = body;
        return json(anArticle({ outline, etag: `"${++version}"` }));
      },
    });
    await screen.findByRole('list', { name: 'Outline' }, { timeout: 15_000 });
    return { ...view, patches, user: userEvent.setup() };
  }

  it('moves headings with the keyboard, says where they are, and saves the result', async () => {
    const { user, patches } = await open();
    await user.click(heading(3));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(headings()).toEqual(['B', 'A', 'Below A']);
    expect(screen.getByText('“B” moved up. Now 1 of 3, level 2.')).toBeTruthy();
    await user.click(heading(2));
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(heading(2).getAttribute('aria-label')).toBe('Heading 2, level 3');
    expect(heading(3).getAttribute('aria-label')).toBe('Heading 3, level 4');
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(screen.getByText("“A” can't be indented.")).toBeTruthy();
    await waitFor(() =>
      expect(patches.at(-1)?.outline?.map(({ id }) => id)).toEqual(['b', 'a', 'below']),
    );
  });

  it('adds with Enter, says that a heading is required, and deletes with Backspace', async () => {
    const { user } = await open();
    await user.click(heading(1));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(heading(3)));
    expect(headings()).toEqual(['A', 'Below A', '', 'B']);
    await user.tab();
    expect(screen.getByText('A blog outline heading is required')).toBeTruthy();
    expect(heading(3).getAttribute('aria-invalid')).toBe('true');
    await user.click(heading(3));
    await user.keyboard('{Backspace}');
    expect(headings()).toEqual(['A', 'Below A', 'B']);
    await waitFor(() => expect(document.activeElement).toBe(heading(2)));
    await user.keyboard('{Backspace}');
    expect(headings()).toEqual(['A', 'Below ', 'B']);
  });

  it('renames the heading of a section that is already written', async () => {
    const { user, patches } = await open();
    await user.type(heading(3), 'ees');
    await waitFor(() =>
      expect(patches.at(-1)).toMatchObject({
        sections: [{ id: 'b', markdown: '## Bees\n\nText of b.' }],
      }),
    );
  });

  it('is undone step by step, and redone', async () => {
    const { user } = await open();
    await user.click(heading(3));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(headings()).toEqual(['A', 'Below A', 'B']);
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    expect(headings()).toEqual(['B', 'A', 'Below A']);
  });
});

describe('sections', () => {
  const succeeded = (answer: Partial<ArticleStepAnswer>): ArticleStepEvent => ({
    type: 'compose.succeeded',
    answer: {
      step: 'rewrite',
      run_id: 'run_1',
      model_id: 'openai/gpt',
      is_sample: false,
      usage: { input_tokens: 1, output_tokens: 1, cost: 1 },
      changed_section_ids: [],
      unchanged_section_ids: [],
      proposal: null,
      etag: '"2"',
      ...answer,
    },
  });
  const toasts = () => vi.spyOn(toast, 'error');
  const open = async (routes: Parameters<typeof renderArticle>[1]) => {
    const view = renderArticle('sections', routes);
    await screen.findByRole('article', { name: 'A' }, { timeout: 15_000 });
    return { ...view, user: userEvent.setup() };
  };

  it('are marked when the output could not be matched to them', async () => {
    await open({
      [`GET ${articlePath}`]: () =>
        json(anArticle({ sections: [aSection('a'), aSection('b', { status: 'unchanged' })] })),
    });
    expect(screen.getByRole('alert').textContent).toBe(
      'Some sections may remain unchanged due to parsing issues',
    );
    const marked = screen.getByRole('article', { name: 'B' });
    expect(within(marked).getByText('Unchanged')).toBeTruthy();
    expect(within(screen.getByRole('article', { name: 'A' })).queryByText('Unchanged')).toBeNull();
  });

  it('cite each claim with what its own check found', async () => {
    const markdown = '## A\n\nThirty days [1]. Ninety days [1].';
    const passage = {
      number: 1,
      collection_id: 'collection_1',
      document_id: 'document_1',
      document_name: 'Terms.md',
      page: null,
      heading_path: [],
      chunk_id: 'chunk_1',
      text: 'Thirty days.',
    };
    const citation = (claim: string, supported: boolean) => {
      const start = markdown.indexOf(claim);
      const { text: _, heading_path: __, ...source } = passage;
      return { ...source, pointer: '', start, end: start + claim.length, quote: null, supported };
    };
    const citations = [citation('Thirty days', true), citation('Ninety days', false)];
    const cited = aSection('a', { markdown, citations, passages: [passage] });
    await open({
      [`GET ${articlePath}`]: () => json(anArticle({ sections: [cited, aSection('b')] })),
    });
    const notes = screen.getAllByRole('link', { name: 'Footnote 1: Terms.md' });
    expect(notes.map((note) => note.dataset.supported)).toEqual(['true', 'false']);
  });

  it.each([
    ['compose_json_invalid', 'Invalid JSON detected from the LLM.'],
    ['compose_response_invalid', 'Invalid response sent from the LLM.'],
  ] as const)(
    'say that a model answered badly (%s), and can be tried again',
    async (code, text) => {
      const shown = toasts();
      const failed = { type: 'compose.failed', error: { code, message: text } } as const;
      const { user, count } = await open({ [step]: () => stepEvents(failed) });
      const section = screen.getByRole('article', { name: 'A' });
      await user.click(within(section).getByRole('button', { name: 'Shorten' }));
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(text);
      expect(shown).toHaveBeenCalledWith(text);
      expect(section.textContent).toContain('Text of a.');
      await user.click(within(alert).getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(count(`${articlePath}/step`)).toBe(2));
    },
  );

  it('keep the focus near while they are written, and lead it to the article', async () => {
    const { user } = await open({ [step]: () => new Promise(() => undefined) as never });
    const [shorten] = screen.getAllByRole('button', { name: 'Shorten' });
    shorten?.focus();
    await user.keyboard('{Enter}');
    const stop = await screen.findByRole('button', { name: /^Stop/ });
    expect(document.activeElement).toBe(stop.parentElement);
    await user.keyboard('{Escape}');
    const heading = screen.getByRole('heading', { name: 'Sections', level: 2 });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const next = screen.getByRole('button', { name: 'Go to the article' });
    next.focus();
    await user.keyboard('{Enter}');
    const title = await screen.findByRole('heading', { name: 'All about lamps', level: 2 });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it.each(['Accept', 'Reject'])(
    'keep the focus when another version is decided: %s',
    async (name) => {
      const proposal = { section_id: 'a', markdown: '## A\n\nNew.', citations: [], passages: [] };
      const { user } = await open({ [step]: () => stepEvents(succeeded({ proposal })) });
      const section = screen.getByRole('article', { name: 'A' });
      await user.click(within(section).getByRole('button', { name: 'Shorten' }));
      const decide = await within(section).findByRole('button', { name });
      decide.focus();
      await user.keyboard('{Enter}');
      const again = await within(section).findByRole('button', { name: 'Regenerate' });
      await waitFor(() => expect(document.activeElement).toBe(again));
      expect(screen.getByText(`${name}ed.`).role).toBe('status');
    },
  );

  it('show their heading once while they are written', async () => {
    const delta = { type: 'compose.delta', offset: 0, text: '## B\n\nComing' } as const;
    const sections = [aSection('a'), aSection('b', { markdown: '', status: 'empty' })];
    const { user } = await open({
      [`GET ${articlePath}`]: () => json(anArticle({ sections })),
      [step]: () => stepEvents(delta),
    });
    const section = screen.getByRole('article', { name: 'B' });
    await user.click(within(section).getByRole('button', { name: 'Write this section' }));
    await within(section).findByText('Coming');
    expect(within(section).getAllByText('B')).toHaveLength(1);
  });

  it('lead to the balance when it is insufficient', async () => {
    const { user } = await open({ [step]: () => problem(402, 'insufficient_balance') });
    await user.click(screen.getAllByRole('button', { name: 'Expand' })[0] as HTMLElement);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'Insufficient balance. Please upgrade your plan or add credits to continue.',
    );
    expect(within(alert).getByRole('link', { name: 'View balance' })).toBeTruthy();
  });

  it('lead to the limits, or to another model, when a spend limit is reached', async () => {
    const { user } = await open({ [step]: () => problem(402, 'spend_limit_reached') });
    await user.click(screen.getAllByRole('button', { name: 'Expand' })[0] as HTMLElement);
    const alert = await screen.findByRole('alert');
    const limits = within(alert).getByRole('link', { name: 'View limits' });
    expect(limits.getAttribute('href')).toBe('/orgs/org_1/settings/billing?tab=limits');
    expect(within(alert).getByRole('link', { name: 'Change model' })).toBeTruthy();
  });

  it('that someone else has a model write can be stopped', async () => {
    const open_steps = [
      {
        step: 'sections' as const,
        run_id: 'run_9',
        section_ids: ['a'],
        started_by: { id: 'user_2', name: 'Mara' },
        started_at: '2026-11-20T09:00:00Z',
      },
    ];
    let isStopped = false;
    const { user } = await open({
      [`GET ${articlePath}`]: () => json(anArticle({ open_steps: isStopped ? [] : open_steps })),
      'POST /api/v1/org/org_1/project/project_1/run/run_9/cancel': () => {
        isStopped = true;
        return json({});
      },
    });
    const others = screen.getByRole('list', { name: 'Being written elsewhere' });
    expect(others.textContent).toContain('“A” is being written.Started by Mara');
    await user.click(within(others).getByRole('button', { name: 'Stop' }));
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Being written elsewhere' })).toBeNull(),
    );
  });

  it('lead to the brief when their model is gone', async () => {
    const code: ProblemCode = 'model_not_found';
    const { user } = await open({ [step]: () => problem(400, code) });
    await user.click(screen.getAllByRole('button', { name: 'Expand' })[0] as HTMLElement);
    const alert = await screen.findByRole('alert');
    const link = within(alert).getByRole('link', { name: 'Change model' });
    expect(link.getAttribute('href')).toContain('?step=brief');
  });

  it('have to start with a second-level heading', async () => {
    const { user } = await open({});
    const section = screen.getByRole('article', { name: 'A' });
    await user.click(within(section).getByRole('button', { name: 'Edit' }));
    const source = within(section).getByRole('textbox', { name: 'Markdown of A' });
    await user.clear(source);
    await user.type(source, 'No heading');
    expect(
      within(section).getByText('Blog sections must start with second-level headings'),
    ).toBeTruthy();
  });
});

it('an image that the browser may not load is named, in the text and on the social card', async () => {
  const image = { id: 'i', url: 'https://example.com/a.png', alt: 'A lamp' };
  const route = json(
    anArticle({
      images: [image],
      seo: { ...anArticle().seo, image_id: 'i' },
      sections: [aSection('a', { markdown: `## A\n\n![](<${image.url}>)` }), aSection('b')],
    }),
  );
  renderArticle('article', { [`GET ${articlePath}`]: route });
  fireEvent.error(await screen.findByRole('img', { name: 'A lamp' }, { timeout: 15_000 }));
  expect(screen.getByText('Image: A lamp')).toBeTruthy();
  await userEvent.click(screen.getByText('Search and social'));
  fireEvent.error(await screen.findByRole('img', { name: 'A lamp' }));
  expect(screen.getByText('Shown where the article is published')).toBeTruthy();
});

describe('an article that cannot be saved', () => {
  const open = async (routes: Parameters<typeof renderArticle>[1]) => {
    const view = renderArticle('sections', routes);
    const section = await screen.findByRole('article', { name: 'A' }, { timeout: 15_000 });
    const user = userEvent.setup();
    await user.click(within(section).getByRole('button', { name: 'Edit' }));
    const source = within(section).getByRole('textbox', { name: 'Markdown of A' });
    return { ...view, user, section, source };
  };

  it('because someone has deleted it, keeps what was typed, and becomes a new article', async () => {
    const created: ArticleUpdate[] = [];
    const other = `${articlePath.replace('article_1', 'article_2')}`;
    const { user, source } = await open({
      [`PATCH ${articlePath}`]: () => problem(404, 'not_found'),
      [`POST ${articlePath.replace('/article_1', '')}`]: json(anArticle({ id: 'article_2' }), 201),
      [`PATCH ${other}`]: () => {
        created.push(JSON.parse(String(vi.mocked(fetch).mock.lastCall?.[1]?.body)));
        return json(anArticle({ id: 'article_2' }));
      },
      [`GET ${other}`]: () => json(anArticle({ id: 'article_2', title: 'The copy' })),
    });
    await user.type(source, ' More.');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This article has been deleted');
    expect(alert.textContent).toContain('What you typed is kept in this browser.');
    await user.click(within(alert).getByRole('button', { name: 'Save as a new article' }));
    expect(await screen.findByRole('heading', { name: 'The copy', level: 1 })).toBeTruthy();
    expect(created[0]?.sections).toContainEqual({ id: 'a', markdown: '## A\n\nText of a. More.' });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('article-draft:'))).toEqual([]);
  });

  it('because a section is too long, says so at the section and loses none of it', async () => {
    const { section, source } = await open({
      [`PATCH ${articlePath}`]: () => problem(400, 'invalid_request'),
    });
    const text = `## A\n\n${'x'.repeat(20_000)}`;
    fireEvent.change(source, { target: { value: text } });
    expect(within(section).getByText(/^A section can have at most 20,000 characters/)).toBeTruthy();
    expect((source as HTMLTextAreaElement).value).toBe(text);
    expect((await screen.findByRole('alert')).textContent).toContain('kept in this browser');
  });
});

it('an article can be read without permission to change it, and says why it is read-only', async () => {
  const test = { level: 'project', id: 'project_1', permissions: ['view_members'] };
  renderArticle('sections', {
    'POST /api/v1/org/org_1/project/project_1/iam/test': json(test),
  });
  const section = await screen.findByRole('article', { name: 'A' }, { timeout: 15_000 });
  expect(section.textContent).toContain('Text of a.');
  expect(await screen.findByText(/but not edit it\. .* of this project can do this/)).toBeTruthy();
  for (const name of ['Regenerate', 'Expand', 'Edit'])
    expect(within(section).getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
});
