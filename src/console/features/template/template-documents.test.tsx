import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, stubFetch } from '#console/api/testing.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { productTemplate } from '#core/template/product-templates.ts';
import { TemplateListPage } from './template-list-page.tsx';

const org = '/api/v1/org/org_1';
const project = `${org}/project/project_1`;
const counts = { documents: 7, ready: 7, waiting: 0, working: 0, failed: 0, cancelled: 0 };
const page = (results: unknown[]) =>
  json({ results, pagination: { has_next: false, next_cursor: null } });

async function open(collections: { id: string; name: string }[]) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const permissions = (name: string) => json({ level: 'project', id: 'x', permissions: [name] });
  const api = stubFetch({
    [`POST ${org}/iam/test`]: permissions('edit'),
    [`POST ${project}/iam/test`]: permissions('create_task'),
    [`GET ${org}/template/answer-from-documents`]: json(
      productTemplate('answer-from-documents', 'sandbox/sandbox'),
    ),
    [`GET ${project}/collection`]: page(collections.map((one) => ({ ...one, counts }))),
    [`POST ${project}/collection/sample`]: json({ id: 'collection_sample' }, 201),
    [`GET ${project}/collection/collection_sample`]: json({ id: 'collection_sample', counts }),
    [`POST ${project}/task`]: json({ id: 'task_9', project_id: 'project_1', org_id: 'org_1' }, 201),
    [`POST ${project}/task/task_9/dataset`]: json({ id: 'dataset_1' }, 201),
  });
  const active = { id: 'project_1', org_id: 'org_1', name: 'Support' };
  const view = renderConsole(
    <ActiveProjectContext value={active as never}>
      <TemplateListPage />
    </ActiveProjectContext>,
    {
      at: '/templates?template=answer-from-documents',
      path: '/templates',
      routes: [{ path: '*', element: <p>elsewhere</p> }],
    },
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Use template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer from documents' }));
  await dialog.findByRole('combobox', { name: 'Collection' });
  const created = () =>
    api.calls.find(({ path, method }) => path === `${project}/task` && method === 'POST')?.body;
  return { ...view, ...api, user, dialog, created };
}

describe('a task that answers from documents', () => {
  it('is created over the sample collection where there is no other', async () => {
    const { user, dialog, created, count, router } = await open([]);
    expect(dialog.getByText(/Adds a collection of seven short documents/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Create task' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/projects/project_1/tasks/task_9'),
    );
    expect(created()).toMatchObject({
      definition: {
        retrieval: { collection_ids: ['collection_sample'], query_variable: 'question' },
        variables: [{ name: 'question', example: expect.any(String) }],
      },
    });
    await waitFor(() => expect(count(`${project}/task/task_9/dataset`)).toBe(1));
  });

  it('is created over a collection of the project, without the questions of the sample', async () => {
    const { user, dialog, created, count } = await open([{ id: 'collection_1', name: 'Handbook' }]);
    await user.click(dialog.getByRole('button', { name: 'Create task' }));
    expect(await dialog.findByText('Choose a collection')).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: 'Collection' }));
    await user.click(await screen.findByRole('option', { name: 'Handbook' }));
    expect(await dialog.findByText('7 documents')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Create task' }));
    await waitFor(() => expect(created()).toBeTruthy());
    expect(created()).toMatchObject({
      definition: { retrieval: { collection_ids: ['collection_1'] } },
    });
    expect(JSON.stringify(created())).not.toContain('bicycle');
    expect(count(`${project}/collection/sample`)).toBe(0);
    expect(count(`${project}/task/task_9/dataset`)).toBe(0);
  });

  it('is not created when the dialog is closed', async () => {
    const { user, dialog, created } = await open([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const use = await screen.findByRole('button', { name: 'Use template' });
    expect(document.activeElement).toBe(use);
    expect(use.hasAttribute('data-loading')).toBe(false);
    expect(created()).toBeUndefined();
  });
});
