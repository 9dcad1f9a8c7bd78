import { EditorView } from '@codemirror/view';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, problem } from '#console/api/testing.ts';
import { useUserStore } from '#console/modules/user/user-store.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { renderOnce } from '#console/ui/testing.tsx';
import type { TaskDraft } from '#generated/model/index.ts';
import * as runPanel from './panels/run/run-panel.tsx';
import { TaskEditorPage } from './task-editor-page.tsx';
import {
  aDefinition,
  aDraft,
  aTask,
  projectPath,
  renderTaskPage,
  stubTaskApi,
  taskPath,
} from './testing.tsx';

const NoPanel = () => null;
vi.spyOn(runPanel, 'RunPanel').mockReturnValue(<p>run panel</p>);

/** Opens the editor and waits until its prompts can be typed in. */
async function open(routes: Parameters<typeof stubTaskApi>[0] = {}) {
  const api = stubTaskApi(routes);
  const at = '/projects/project_1/tasks/task_1';
  const view = renderTaskPage(
    <TaskEditorPage EvaluatePanel={NoPanel} />,
    at,
    '/projects/:projectId/tasks/:taskId',
  );
  await screen.findByRole('textbox', { name: 'User prompt' }, { timeout: 15_000 });
  return { ...view, ...api, user: userEvent.setup() };
}

/** Stores what is sent, as the server would. */
function savingDraft() {
  let version = 7;
  return () => {
    const body = JSON.parse(String(vi.mocked(fetch).mock.lastCall?.[1]?.body)) as TaskDraft;
    return json(aDraft(body.definition, `"${++version}"`));
  };
}

const puts = (calls: { method: string; body: unknown }[]) =>
  calls.filter((call) => call.method === 'PUT').map((call) => call.body as TaskDraft);

afterEach(() => {
  vi.clearAllMocks();
});

describe('the editor', () => {
  it('shows the task, its draft and the side pane', async () => {
    await open();
    expect(screen.getByRole('textbox', { name: 'User prompt' }).textContent).toBe(
      'Review: {review}',
    );
    expect(screen.getByRole('textbox', { name: 'Name of variable 1' })).toHaveProperty(
      'value',
      'review',
    );
    expect(await screen.findByText('run panel')).toBeTruthy();
    expect(screen.getAllByText('r3 active').length).toBeGreaterThan(0);
  });

  it("shows an error when the task doesn't exist", async () => {
    stubTaskApi({ [`GET ${taskPath}`]: problem(404, 'not_found') });
    renderTaskPage(
      <TaskEditorPage EvaluatePanel={NoPanel} />,
      '/projects/project_1/tasks/task_1',
      '/projects/:projectId/tasks/:taskId',
    );
    expect(await screen.findByText('Not found')).toBeTruthy();
  });

  it('knows the place of the passages, but only with retrieval', async () => {
    const user_prompt = 'Review: {review} {passages}';
    const retrieval = { collection_ids: ['collection_1'], query_variable: 'review', top_k: 5 };
    const draft = (definition: object) => ({
      [`GET ${taskPath}/draft`]: json(aDraft({ ...aDefinition, user_prompt, ...definition })),
    });
    const { unmount } = await open(draft({}));
    expect(await screen.findByText("{passages} isn't defined")).toBeTruthy();
    unmount();
    await open(draft({ retrieval }));
    await waitFor(() =>
      expect(document.querySelectorAll('.tl-chip:not(.tl-chip-unknown)')).toHaveLength(2),
    );
    expect(screen.queryByText("{passages} isn't defined")).toBeNull();
  });

  it('renames a variable in the prompts too, and saves both', async () => {
    const { user, calls } = await open({ [`PUT ${taskPath}/draft`]: savingDraft() });
    const name = screen.getByRole('textbox', { name: 'Name of variable 1' });
    await user.clear(name);
    await user.type(name, 'text{Enter}');
    const prompt = screen.getByRole('textbox', { name: 'User prompt' });
    await waitFor(() => expect(prompt.textContent).toBe('Review: {text}'));
    await waitFor(() => expect(puts(calls)).toHaveLength(1), { timeout: 4000 });
    expect(puts(calls)[0]?.definition).toMatchObject({
      user_prompt: 'Review: {text}',
      variables: [{ name: 'text' }],
    });
  });

  it('suggests a plain word for an invalid name', async () => {
    const { user } = await open({ [`PUT ${taskPath}/draft`]: savingDraft() });
    const name = screen.getByRole('textbox', { name: 'Name of variable 1' });
    await user.clear(name);
    await user.type(name, 'user_id{Enter}');
    const text = 'Input variable names may contain only alphabetic characters';
    expect(await screen.findByText(text)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use userId' }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'User prompt' }).textContent).toBe(
        'Review: {userId}',
      ),
    );
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  it('refuses a name that another variable has', async () => {
    const variables = [...aDefinition.variables, { ...aDefinition.variables[0], name: 'tone' }];
    const definition = { ...aDefinition, variables } as typeof aDefinition;
    const { user, calls } = await open({ [`GET ${taskPath}/draft`]: json(aDraft(definition)) });
    const name = screen.getByRole('textbox', { name: 'Name of variable 2' });
    await user.clear(name);
    await user.type(name, 'review{Enter}');
    expect(await screen.findByText('Input variable names must be unique')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(name).toHaveProperty('value', 'tone');
    expect(puts(calls)).toEqual([]);
  });

  it('renders a hundred variables as lightweight rows, all of them reachable', async () => {
    const letter = (code: number) => String.fromCharCode(97 + code);
    const variables = Array.from({ length: 100 }, (_, i) => ({
      name: `input${letter(Math.floor(i / 26))}${letter(i % 26)}`,
      type: i === 99 ? ('number' as const) : ('text' as const),
      required: true,
      ...(i === 99 && { default: 'no number' }),
    }));
    const { user } = await open({
      [`GET ${taskPath}/draft`]: json(aDraft({ ...aDefinition, variables })),
    });
    const rows = within(screen.getByRole('list', { name: 'Variables' }));
    await waitFor(() => expect(rows.getAllByRole('listitem')).toHaveLength(100));
    const elements = document.querySelectorAll('[data-pointer^="/variables/"] *');
    expect(elements.length / 100).toBeLessThan(40);

    await user.click(screen.getByRole('button', { name: 'Save revision' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    const problem = await screen.findByText(/Variable inputdv:/);
    const item = problem.closest('li') as HTMLElement;
    await user.click(within(item).getByRole('button', { name: 'Go to' }));
    await waitFor(() => expect(document.activeElement).toHaveProperty('value', 'no number'));
  });

  it('keeps the output fields while the type is text', async () => {
    const { user, calls } = await open({ [`PUT ${taskPath}/draft`]: savingDraft() });
    await user.click(screen.getByRole('radio', { name: 'Fields' }));
    await user.click(await screen.findByRole('button', { name: 'Add field' }));
    await user.click(screen.getByRole('radio', { name: 'Text' }));
    await waitFor(
      () =>
        expect(puts(calls).at(-1)?.definition.output_format).toMatchObject({
          type: 'text',
          fields: [{ name: 'field', type: 'text' }],
        }),
      { timeout: 4000 },
    );
  });

  it("accepts a JSON Schema for the output, and lists what can't be represented", async () => {
    const definition = {
      ...aDefinition,
      output_format: {
        type: 'fields' as const,
        fields: [{ name: 'mood', type: 'text' as const, required: true, list: false }],
      },
    };
    const { user, calls } = await open({
      [`GET ${taskPath}/draft`]: json(aDraft(definition)),
      [`PUT ${taskPath}/draft`]: savingDraft(),
    });
    await user.click(screen.getByRole('radio', { name: 'JSON Schema' }));
    const editor = await screen.findByRole('textbox', { name: 'Output JSON Schema' });
    // jsdom's selection doesn't work with the editor.
    const view = EditorView.findFromDOM(editor);
    const insert =
      '{"type":"object","properties":{"lines":{"type":"array","minItems":1,"items":{"type":"object","properties":{"sku":{"type":"string"}}}}}}';
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
    expect(await screen.findByText('/properties/lines/minItems')).toBeTruthy();
    await waitFor(
      () =>
        expect(puts(calls).at(-1)?.definition.output_format.fields).toMatchObject([
          { name: 'lines', type: 'object', list: true, fields: [{ name: 'sku', type: 'text' }] },
        ]),
      { timeout: 4000 },
    );
  });

  it('is read-only without permission, and says so', async () => {
    await open({
      [`POST ${taskPath}/iam/test`]: json({
        level: 'task',
        id: 'task_1',
        permissions: ['view', 'run'],
      }),
    });
    await waitFor(() => expect(screen.getAllByText('Read-only').length).toBeGreaterThan(0));
    const name = screen.getByRole('textbox', { name: 'Name of variable 1' });
    expect(name).toHaveProperty('readOnly', true);
    expect(screen.getByRole('button', { name: 'Add variable' })).toHaveProperty('disabled', true);
  });
});

describe('the name of the task', () => {
  it('stays in the field with the reason when it is taken', async () => {
    const errors = [{ pointer: '/name', message: 'Task names must be unique' }];
    const { user } = await open({
      [`PATCH ${taskPath}`]: problem(409, 'name_taken', { errors }),
    });
    await user.click(screen.getByRole('button', { name: 'Rename Review sentiment' }));
    const input = await screen.findByRole('textbox', { name: 'Task name' });
    await user.clear(input);
    await user.type(input, 'Triage{Enter}');
    expect(await screen.findByText('Task names must be unique')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Task name' })).toHaveProperty('value', 'Triage');
  });
});

describe('saving a revision', () => {
  const saving = (response: Response) => ({
    [`PUT ${taskPath}/draft`]: savingDraft(),
    [`POST ${taskPath}/revision`]: response,
  });

  async function save(user: ReturnType<typeof userEvent.setup>) {
    await user.click(screen.getByRole('button', { name: 'Save revision' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'Shorter');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    return dialog;
  }

  it('sends the note and the ETag, and offers to activate it', async () => {
    const showSuccess = vi.spyOn(toast, 'success');
    const created = { task_id: 'task_1', number: 5, note: 'Shorter', is_active: false };
    const { user, calls } = await open(saving(json(created, 201)));
    await save(user);
    await waitFor(() => expect(showSuccess).toHaveBeenCalled());
    expect(showSuccess.mock.lastCall?.[0]).toBe('Revision 5 saved');
    expect(showSuccess.mock.lastCall?.[1]).toMatchObject({ action: { label: 'Set active' } });
    const call = calls.find((one) => one.path === `${taskPath}/revision` && one.method === 'POST');
    expect(call?.body).toEqual({ note: 'Shorter', activate: false });
    expect(call?.headers.get('if-match')).toBe('"7"');
  });

  it('lists problems to fix first, and goes to them', async () => {
    const empty = { ...aDefinition, system_prompt: '' };
    const { user, calls } = await open({ [`GET ${taskPath}/draft`]: json(aDraft(empty)) });
    const dialog = await save(user);
    expect(within(dialog).getByText(/A task needs a user prompt and a system prompt/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Go to' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'System prompt' })),
    );
    expect(
      calls.some((call) => call.path === `${taskPath}/revision` && call.method === 'POST'),
    ).toBe(false);
  });

  it.each<[Partial<typeof aDefinition>, string]>([
    [
      { user_prompt: 'Review: {review} as {"a": 1}' },
      'Prompt variables must be plain words; literal braces must be doubled',
    ],
    [
      {
        user_prompt: 'Hi',
        variables: [],
        retrieval: { collection_ids: ['collection_1'], query_variable: '', top_k: 3 },
      },
      'A task with retrieval enabled needs at least one parameter defined',
    ],
    [{ output_format: { type: 'fields' } }, 'The output format needs at least one item'],
  ])('names what is wrong with %j', async (change, message) => {
    const wrong = { ...aDefinition, ...change };
    const { user } = await open({ [`GET ${taskPath}/draft`]: json(aDraft(wrong)) });
    const dialog = await save(user);
    expect(within(dialog).getByText(new RegExp(message))).toBeTruthy();
  });

  it('goes to them on small screens too', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: true, media }) as never,
    );
    const empty = { ...aDefinition, system_prompt: '' };
    const { user } = await open({ [`GET ${taskPath}/draft`]: json(aDraft(empty)) });
    await user.click(screen.getByRole('tab', { name: 'Run' }));
    const dialog = await save(user);
    await user.click(within(dialog).getByRole('button', { name: 'Go to' }));
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Edit' }).getAttribute('aria-selected')).toBe('true'),
    );
  });

  it('lists problems reported by the server', async () => {
    const errors = [{ pointer: '/definition/model_id', message: 'Unknown model' }];
    const { user } = await open(saving(problem(400, 'invalid_request', { errors })));
    const dialog = await save(user);
    expect(await within(dialog).findByText(/Unknown model/)).toBeTruthy();
    expect(within(dialog).getByRole('textbox')).toHaveProperty('value', 'Shorter');
  });

  it('shows the specified message when activation fails', async () => {
    const showSuccess = vi.spyOn(toast, 'success');
    const failed = vi.spyOn(toast, 'error');
    const created = { task_id: 'task_1', number: 5, note: '', is_active: false };
    const { user } = await open({
      ...saving(json(created, 201)),
      [`POST ${taskPath}/revision/5/activate`]: problem(409, 'active_revision_changed'),
    });
    await save(user);
    await waitFor(() => expect(showSuccess).toHaveBeenCalled());
    const action = showSuccess.mock.lastCall?.[1]?.action as unknown as {
      onClick: () => void;
    };
    action.onClick();
    await waitFor(() =>
      expect(failed).toHaveBeenCalledWith('Unable to set the revision as active.'),
    );
  });
});

describe('when someone else changed the draft', () => {
  it('asks which changes to keep, and writes the result over theirs', async () => {
    renderOnce();
    useUserStore.setState({ user: { id: 'user_9', name: 'Grace' } as never });
    const theirs = aDraft({ ...aDefinition, user_prompt: 'Text: {review}' }, '"8"');
    let drafts = 0;
    const { user, calls } = await open({
      [`GET ${taskPath}/draft`]: () => json(drafts++ === 0 ? aDraft() : theirs),
      [`PUT ${taskPath}/draft`]: () => {
        const headers = new Headers(vi.mocked(fetch).mock.lastCall?.[1]?.headers);
        return headers.get('if-match') === '"8"'
          ? json(aDraft({ ...aDefinition, parameters: { top_p: 1 } }, '"9"'))
          : problem(412, 'precondition_failed');
      },
    });
    await user.type(screen.getByRole('textbox', { name: /Temperature/ }), '1');
    const dialog = await screen.findByRole(
      'dialog',
      { name: 'This draft was changed elsewhere' },
      { timeout: 8000 },
    );
    expect(dialog.textContent).toContain('Ada Lovelace saved it');
    expect(within(dialog).getByText('Changed by them')).toBeTruthy();
    expect(within(dialog).getByText('Changed by you')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Save merged draft' }));
    await waitFor(() => expect(puts(calls)).toHaveLength(2), { timeout: 4000 });
    expect(puts(calls)[1]?.definition).toMatchObject({
      user_prompt: 'Text: {review}',
      parameters: { temperature: 1 },
    });
  });
});

it('returns to the list when the task is deleted', async () => {
  const { user, router } = await open({
    [`GET ${taskPath}`]: json(aTask({ active_revision: null })),
    [`DELETE ${taskPath}`]: new Response(null, { status: 204 }),
    [`GET ${projectPath}/task`]: problem(404),
  });
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: /Review sentiment/ });
  await user.click(within(dialog).getByRole('button', { name: 'Delete task' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/project_1/tasks'));
});
