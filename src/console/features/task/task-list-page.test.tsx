import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { json, problem } from '#console/api/testing.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { TaskListPage } from './task-list-page.tsx';
import { aPage, aTask, projectPath, renderTaskPage, stubTaskApi } from './testing.tsx';

const list = `${projectPath}/task`;
const two = () => aPage([aTask(), aTask({ id: 'task_2', name: 'Triage', active_revision: null })]);

function open(routes: Parameters<typeof stubTaskApi>[0], query = '') {
  const api = stubTaskApi(routes);
  const view = renderTaskPage(<TaskListPage />, `/projects/project_1/tasks${query}`);
  return { ...view, ...api, user: userEvent.setup() };
}

/** Opens a row's menu. */
async function rowMenu(name: string) {
  const row = (await screen.findByText(name)).closest('[role=row]');
  fireEvent.contextMenu(row as HTMLElement);
  return within(await screen.findByRole('menu'));
}

describe('the task list', () => {
  it('shows each task with its usage', async () => {
    const unknown = aTask({ id: 'task_3', name: 'Llama' });
    unknown.stats = { ...unknown.stats, cost: null };
    open({ [`GET ${list}`]: aPage([aTask(), unknown]) });
    const row = (await screen.findByText('Review sentiment')).closest('[role=row]');
    expect(row?.textContent).toContain('r3');
    expect(row?.textContent).toContain('sandbox/sandbox');
    expect(row?.textContent).toContain('21');
    expect(row?.textContent).toContain('$0.0013');
    expect(row?.textContent).toContain('Ada Lovelace');
    // An unknown price is shown as unknown, never as 0.
    expect(screen.getByText('Llama').closest('[role=row]')?.textContent).toContain('unknown');
  });

  it('shows placeholder rows while loading', async () => {
    open({ [`GET ${list}`]: () => new Promise(() => undefined) });
    expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true');
  });

  it('explains tasks when there are none, with one button to create one', async () => {
    const { user } = open({ [`GET ${list}`]: aPage([]) });
    expect(await screen.findByText('No tasks yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create task' }));
    expect(await screen.findByRole('dialog', { name: 'Create task' })).toBeTruthy();
  });

  it('opens the create dialog once for a link that asks for it', async () => {
    const { router } = open({ [`GET ${list}`]: aPage([]) }, '?new=1');
    expect(await screen.findByRole('dialog', { name: 'Create task' })).toBeTruthy();
    expect(router.state.location.search).toBe('');
  });

  it('says when a search has no results, and offers to clear it', async () => {
    const { user, router } = open({ [`GET ${list}`]: aPage([]) }, '?q=zebra');
    expect(await screen.findByText('No tasks match “zebra”')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all tasks' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('reads search and sort order from the URL', async () => {
    const { user, calls, router } = open({ [`GET ${list}`]: two });
    await screen.findByText('Triage');
    await user.type(screen.getByRole('searchbox', { name: 'Search tasks' }), 'rev');
    await waitFor(() => expect(router.state.location.search).toBe('?q=rev'));
    await waitFor(() => expect(calls.at(-1)?.url.search).toContain('q=rev'));
    await user.click(screen.getByRole('button', { name: /Name/ }));
    await waitFor(() => expect(router.state.location.search).toContain('sort=name'));
    await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('sort')).toBe('name'));
    expect(calls.at(-1)?.url.searchParams.get('q')).toBe('rev');
  });

  it.each([
    [500, 'internal_error', "Couldn't load this"],
    [403, 'forbidden', "You don't have access"],
  ])('explains a refusal with status %i', async (status, code, title) => {
    open({ [`GET ${list}`]: problem(status, code) });
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('reloads on Retry', async () => {
    let broken = true;
    const { user } = open({ [`GET ${list}`]: () => (broken ? problem(500) : two()) });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    broken = false;
    await user.click(retry);
    expect(await screen.findByText('Triage')).toBeTruthy();
  });

  it('remembers the card view', async () => {
    const { user } = open({ [`GET ${list}`]: two });
    await screen.findByText('Triage');
    await user.click(screen.getByRole('radio', { name: 'Cards' }));
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(localStorage.getItem('task-list-view')).toBe('"cards"');
  });

  it('disables actions without permission and shows the reason', async () => {
    open({
      [`GET ${list}`]: two,
      [`POST ${projectPath}/iam/test`]: json({
        level: 'project',
        id: 'project_1',
        permissions: ['view_members', 'run_task'],
      }),
    });
    await screen.findByText('Triage');
    const button = screen.getByRole('button', { name: 'Create task' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    const menu = await rowMenu('Triage');
    const description = 'Only editors and owners of this project can do this.';
    const remove = menu.getByRole('menuitem', { name: 'Delete', description });
    expect(remove.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a row', () => {
  it('is renamed in place, optimistically, and reverted when the name is taken', async () => {
    let respond: (response: Response) => void = () => undefined;
    const { user } = open({
      [`GET ${list}`]: two,
      [`PATCH ${projectPath}/task/task_2`]: () =>
        new Promise<Response>((resolve) => {
          respond = resolve;
        }),
    });
    await user.click((await rowMenu('Triage')).getByRole('menuitem', { name: 'Rename' }));
    const input = await screen.findByRole('textbox', { name: 'New name for Triage' });
    await user.clear(input);
    await user.type(input, 'Review sentiment{Enter}');
    respond(
      problem(409, 'name_taken', {
        errors: [{ pointer: '/name', message: 'Task names must be unique' }],
      }),
    );
    expect(await screen.findByText('Task names must be unique')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Triage')).toBeTruthy();
  });

  it('is deleted after confirmation', async () => {
    let exists = true;
    const { user, calls } = open({
      [`GET ${list}`]: () => (exists ? two() : aPage([aTask()])),
      [`DELETE ${projectPath}/task/task_2`]: () => {
        exists = false;
        return new Response(null, { status: 204 });
      },
    });
    await user.click((await rowMenu('Triage')).getByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: /Triage/ });
    await user.click(within(dialog).getByRole('button', { name: 'Delete task' }));
    await waitFor(() => expect(calls.some((call) => call.method === 'DELETE')).toBe(true));
    await waitFor(() => expect(screen.queryByText('Triage')).toBeNull());
  });

  it('is duplicated under the first free name', async () => {
    const names: unknown[] = [];
    const { user, router } = open({
      [`GET ${list}`]: two,
      [`GET ${projectPath}/task/task_2/draft`]: json({ definition: { user_prompt: 'x' } }),
      [`POST ${list}`]: () => {
        names.push((JSON.parse(String(fetchBody())) as { name: string }).name);
        return names.length === 1
          ? problem(409, 'name_taken')
          : json(aTask({ id: 'task_9', name: 'Triage copy 2' }), 201);
      },
    });
    const fetchBody = () => vi.mocked(fetch).mock.lastCall?.[1]?.body;
    await user.click((await rowMenu('Triage')).getByRole('menuitem', { name: 'Duplicate' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/projects/project_1/tasks/task_9'),
    );
    expect(names).toEqual(['Triage copy', 'Triage copy 2']);
  });
});

describe('creating a task', () => {
  const start = async (response: Response) => {
    const view = open({ [`GET ${list}`]: two, [`POST ${list}`]: response });
    await screen.findByText('Triage');
    await view.user.keyboard('c');
    await view.user.click(await screen.findByRole('radio', { name: 'Blank' }));
    await view.user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Triage');
    await view.user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Create task' }),
    );
    return view;
  };

  it('opens the new task', async () => {
    const { router, calls } = await start(json(aTask({ id: 'task_9' }), 201));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/projects/project_1/tasks/task_9'),
    );
    const created = calls.find((call) => call.method === 'POST' && call.path === list);
    expect(created?.body).toMatchObject({
      name: 'Triage',
      definition: { model_id: 'sandbox/sandbox' },
    });
  });

  it('keeps the form and shows an error at the field when the name is taken', async () => {
    const errors = [{ pointer: '/name', message: 'Task names must be unique' }];
    await start(problem(409, 'name_taken', { errors }));
    const field = await screen.findByRole('textbox', { name: /Name/ });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Task names must be unique')).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('Triage');
  });

  it('shows the specified message at the task limit', async () => {
    const showError = vi.spyOn(toast, 'error');
    await start(problem(409, 'task_limit_reached'));
    const text = 'You have reached the maximum number of tasks';
    await waitFor(() => expect(showError).toHaveBeenCalledWith(text));
  });
});
