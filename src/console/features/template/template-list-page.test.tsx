import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, problem, stubFetch } from '#console/api/testing.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole, renderOnce } from '#console/ui/testing.tsx';
import { findProductTemplates, productTemplate } from '#core/template/product-templates.ts';
import { TemplateListPage } from './template-list-page.tsx';

const org = '/api/v1/org/org_1';
const project = `${org}/project/project_1`;
const allowed = (level: string, ...permissions: string[]) => json({ level, id: 'x', permissions });
const page = (results: unknown[]) =>
  json({ results, pagination: { has_next: false, next_cursor: null } });

function open(routes: Parameters<typeof stubFetch>[0], at = '/templates', retries = false) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const api = stubFetch({
    [`POST ${org}/iam/test`]: allowed('organization', 'edit'),
    [`POST ${project}/iam/test`]: allowed('project', 'create_task'),
    [`GET ${org}/template`]: page(findProductTemplates({})),
    [`GET ${org}/template/sql`]: json(productTemplate('sql', 'sandbox/sandbox')),
    ...routes,
  });
  const active = { id: 'project_1', org_id: 'org_1', name: 'Support' };
  const view = renderConsole(
    <ActiveProjectContext value={active as never}>
      <TemplateListPage />
    </ActiveProjectContext>,
    { at, path: '/templates', routes: [{ path: '*', element: <p>elsewhere</p> }], retries },
  );
  return { ...view, ...api, user: userEvent.setup() };
}

afterEach(() => void vi.useRealTimers());

describe('the gallery', () => {
  it('shows all templates, and filters by tag', async () => {
    const { user, router } = open({});
    const list = await screen.findByRole('list', { name: 'Templates' });
    expect(within(list).getAllByRole('link')).toHaveLength(findProductTemplates({}).length);
    await user.click(screen.getByRole('button', { name: 'HR' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tag=HR'));
    expect(screen.getByRole('button', { name: 'HR' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('says when nothing matches, and shows all again', async () => {
    const { user, router } = open({ [`GET ${org}/template`]: page([]) }, '/templates?q=zebra');
    expect(await screen.findByText('No templates match')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'View all templates' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('a template', () => {
  it('opens from its link, with prompts and a sample run', async () => {
    open({}, '/templates?template=sql');
    expect(await screen.findByRole('heading', { name: 'SQL from a question' })).toBeTruthy();
    expect(screen.getByText('Valid')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'system prompt' }).textContent).toContain(
      'A single SELECT statement',
    );
  });

  it('shows edge cases and their checks too', async () => {
    const { user } = open({}, '/templates?template=sql');
    const sample = within(await screen.findByRole('complementary', { name: 'Sample run' }));
    expect(sample.getByText(/^query matches/)).toBeTruthy();
    expect(sample.getAllByRole('img', { name: 'Passed' }).length).toBeGreaterThan(1);
    await user.click(sample.getByRole('radio', { name: 'Edge case' }));
    expect(sample.getByText(/delete those without orders/)).toBeTruthy();
  });

  it('adds its samples to the task as a dataset', async () => {
    const created = { id: 'task_9', project_id: 'project_1', org_id: 'org_1' };
    const { user, calls } = open(
      {
        [`POST ${project}/task`]: json(created, 201),
        [`POST ${project}/task/task_9/dataset`]: json({ id: 'dataset_1' }, 201),
        [`POST ${project}/task/task_9/dataset/dataset_1/import`]: json({ added: 2, errors: [] }),
      },
      '/templates?template=sql',
    );
    await user.click(await screen.findByRole('button', { name: 'Use template' }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/import'))).toBe(true));
    const body = calls.find(({ path }) => path.endsWith('/import'))?.body;
    const { content } = body as { content: string };
    const lines = content.split('\n').map((line) => JSON.parse(line));
    expect(lines.map(({ name }) => name)).toEqual(['Typical', 'Edge case']);
    expect(lines[1].expected.query).toBe('');
  });

  it('of the organisation can be renamed, and keeps its prompts and sample', async () => {
    const { definition, sample } = productTemplate('sql', 'sandbox/sandbox') ?? {};
    const own = {
      ...productTemplate('sql', 'sandbox/sandbox'),
      id: 'template_1',
      origin: 'organization',
      created_by: { id: 'user_1', name: 'Ada' },
    };
    const { user, calls } = open(
      {
        [`GET ${org}/template/template_1`]: json(own),
        [`PUT ${org}/template/template_1`]: json({ ...own, name: 'Our SQL' }),
      },
      '/templates?template=template_1',
    );
    await user.click(await screen.findByRole('button', { name: 'Edit template' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit template' }));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Our SQL');
    await user.click(dialog.getByRole('button', { name: 'Save template' }));
    expect(await screen.findByRole('heading', { name: 'Our SQL' })).toBeTruthy();
    const { body } = calls.find(({ method }) => method === 'PUT') ?? {};
    expect(body).toMatchObject({ name: 'Our SQL', tags: ['Data', 'Engineering'], definition });
    expect((body as { sample: object }).sample).toEqual({
      inputs: sample?.inputs,
      output: sample?.output,
    });
  });

  it('creates a task under the first free name', async () => {
    let taken = 2;
    const { user, router, calls } = open(
      {
        [`POST ${project}/task`]: () => {
          taken -= 1;
          if (taken >= 0) return problem(409, 'name_taken');
          return json({ id: 'task_9', project_id: 'project_1', org_id: 'org_1' }, 201);
        },
      },
      '/templates?template=sql',
    );
    await user.click(await screen.findByRole('button', { name: 'Use template' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/projects/project_1/tasks/task_9'),
    );
    const created = calls.filter(({ path, method }) => path.endsWith('/task') && method === 'POST');
    expect(created.map(({ body }) => (body as { name: string }).name)).toEqual([
      'SQL from a question',
      'SQL from a question 2',
      'SQL from a question 3',
    ]);
  });

  it("that doesn't exist links to all templates, after retries with backoff", async () => {
    renderOnce();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const path = `${org}/template/gone`;
    const { count } = open(
      { [`GET ${path}`]: problem(404, 'not_found') },
      '/templates?template=gone',
      true,
    );
    for (const [requests, delay] of [
      [1, 1000],
      [2, 2000],
      [3, 4000],
    ] as const) {
      await waitFor(() => expect(count(path)).toBe(requests));
      expect(screen.queryByText('Template not found')).toBeNull();
      await vi.advanceTimersByTimeAsync(delay);
    }
    expect(await screen.findByText('Template not found')).toBeTruthy();
    expect(count(path)).toBe(4);
    expect(screen.getByRole('link', { name: 'View all templates' })).toBeTruthy();
  });
});
