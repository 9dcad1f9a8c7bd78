import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, problem, stubFetch } from '#console/api/testing.ts';
import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { useSignupStore } from '#console/modules/onboarding/signup-store.ts';
import { fakeRun } from '#console/modules/run/testing.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { storeUser } from '#console/modules/user/user-store.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { findProductTemplates, productTemplate } from '#core/template/product-templates.ts';
import { OnboardingPage } from './onboarding-page.tsx';

const org = '/api/v1/org/org_1';
const project = `${org}/project/project_1`;
const page = (results: unknown[]) =>
  json({ results, pagination: { has_next: false, next_cursor: null } });
const may = (...permissions: string[]) => json({ permissions, id: 'x', level: 'project' });
const balance = { org_id: 'org_1', balance: 5_000_000, reserved: 0, granted: 5_000_000 };
const ada = {
  id: 'user_1',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  avatar_url: null,
  bio: '',
  is_onboarding: true,
  job_role: null,
  subscribed_to_newsletter: false,
};
const task = { id: 'task_1', org_id: 'org_1', project_id: 'project_1', name: 'SQL' };
const all = findProductTemplates({});
const named = (id: string) => all.find((template) => template.id === id)?.name ?? id;

/** A stream of events that are sent one by one; the last one ends it. */
function eventStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const send = (event: { type: string } & Record<string, unknown>) => {
    const text = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    void writer.write(new TextEncoder().encode(text));
    if (event.type === 'run.succeeded') void writer.close();
  };
  const headers = { 'content-type': 'text/event-stream' };
  return { stream: new Response(readable, { headers }), send };
}

function open(at = '/onboarding', routes: Parameters<typeof stubFetch>[0] = {}) {
  const api = stubFetch({
    [`POST ${project}/iam/test`]: may('create_task', 'run_task'),
    [`POST ${org}/iam/test`]: may('edit'),
    [`GET ${org}`]: json({ id: 'org_1', name: 'Acme' }),
    [`GET ${org}/balance`]: json({ ...balance, credit_due: 0, spent: 0, note: null }),
    [`GET ${org}/template`]: page(all),
    'GET /api/v1/user/joinable-org': page([]),
    'PATCH /api/v1/user': json({ ...ada, is_onboarding: false }),
    ...Object.fromEntries(
      all.map(({ id }) => [
        `GET ${org}/template/${id}`,
        json(productTemplate(id, 'sandbox/sandbox')),
      ]),
    ),
    [`POST ${project}/task`]: json(task, 201),
    [`POST ${project}/task/task_1/revision`]: json({ number: 1 }, 201),
    ...routes,
  });
  const active = { id: 'project_1', org_id: 'org_1', name: 'Support' };
  const view = renderConsole(
    <ActiveProjectContext value={active as never}>
      <OnboardingPage />
    </ActiveProjectContext>,
    { at, path: '/onboarding', routes: [{ path: '*', element: <p>elsewhere</p> }] },
  );
  const address = () => {
    const { pathname, search } = view.router.state.location;
    return pathname + search;
  };
  const writes = () =>
    api.calls
      .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/iam/test'))
      .map(({ method, path, body }) => [`${method} ${path}`, body]);
  return { ...view, ...api, address, writes, user: userEvent.setup() };
}

const press = (name: string | RegExp) => screen.getByRole('button', { name });
const chosen = () => useOnboardingStore.getState().selectedTasks;

beforeEach(() => {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  useOnboardingStore.getState().reset();
  useSignupStore.getState().clear();
  storeUser(ada);
});

describe('onboarding', () => {
  it('has three steps; the role is saved, and Back returns', async () => {
    const { user, writes, address, router } = open();
    const steps = within(await screen.findByRole('list', { name: 'Steps' }));
    expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      '1Your role',
      '2First tasks',
      '3First run',
    ]);
    const roles = within(await screen.findByRole('radiogroup', { name: "What's your role?" }));
    await user.click(roles.getByRole('radio', { name: 'Product manager' }));
    await user.keyboard('{ArrowLeft}');
    expect(roles.getByRole('radio', { name: 'Engineer', checked: true })).toBeTruthy();
    await user.click(press('Continue'));
    await waitFor(() => expect(address()).toBe('/onboarding?step=tasks'));
    expect(writes()).toEqual([['PATCH /api/v1/user', { job_role: 'Engineer' }]]);
    const heading = await screen.findByRole('heading', {
      name: 'What do you want to build first?',
    });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await user.click(press('Back'));
    await waitFor(() => expect(address()).toBe('/onboarding?step=role'));
    await router.navigate(-1);
    await waitFor(() => expect(address()).toBe('/onboarding?step=tasks'));
  });

  it('skips steps one by one, and is finished at the end without a task', async () => {
    const { user, writes, address } = open();
    for (const step of ['tasks', 'run']) {
      await user.click(await screen.findByRole('button', { name: 'Skip' }));
      await waitFor(() => expect(address()).toBe(`/onboarding?step=${step}`));
    }
    await user.click(press('Finish'));
    await waitFor(() => expect(address()).toBe('/projects/project_1/tasks'));
    expect(writes()).toEqual([['PATCH /api/v1/user', { is_onboarding: false }]]);
  });

  it('can be skipped as a whole, and stays open when that fails to be saved', async () => {
    let response = problem(500);
    const { user, address } = open('/onboarding', {
      'PATCH /api/v1/user': () => response.clone(),
    });
    await user.click(await screen.findByRole('button', { name: 'Skip setup' }));
    expect(
      await screen.findByText('There was a problem updating your profile. Please try again later.'),
    ).toBeTruthy();
    expect(address()).toBe('/onboarding');
    response = json({ ...ada, is_onboarding: false });
    await user.click(press('Skip setup'));
    await waitFor(() => expect(address()).toBe('/projects/project_1/tasks'));
  });

  it('forgets what was chosen in a step that is skipped', async () => {
    const [{ name = '' } = {}] = all;
    useOnboardingStore.getState().toggle(name);
    const { user, address, writes } = open('/onboarding?step=tasks');
    const card = await screen.findByRole('button', { name: new RegExp(name) });
    expect(card.getAttribute('aria-pressed')).toBe('true');
    const [role] = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(role?.textContent).toBe('Your role: done');
    await user.click(press('Skip'));
    await user.click(await screen.findByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(address()).toBe('/projects/project_1/tasks'));
    expect(writes()).toEqual([['PATCH /api/v1/user', { is_onboarding: false }]]);
  });

  it('toggles starter tasks, and still knows them after a reload', async () => {
    const [{ name: first = '' } = {}] = all;
    const { user, unmount } = open('/onboarding?step=tasks');
    const card = await screen.findByRole('button', { name: new RegExp(first) });
    await user.click(card);
    await waitFor(() => expect(card.getAttribute('aria-pressed')).toBe('true'));
    expect(chosen()).toEqual([{ name: first, selected: true }]);
    unmount();
    open('/onboarding?step=tasks');
    const again = await screen.findByRole('button', { name: new RegExp(first) });
    expect(again.getAttribute('aria-pressed')).toBe('true');
    await user.click(again);
    expect(chosen()).toEqual([{ name: first, selected: false }]);
  });

  it('offers templates with the tags that the person came with, else with those of their template', async () => {
    const tagsOf = (id: string) => all.find((one) => one.id === id)?.tags ?? [];
    const [tag = ''] = tagsOf('sql');
    useSignupStore.getState().choose(null, [tag]);
    const { unmount } = open('/onboarding?step=tasks');
    const names = async () => {
      await screen.findByRole('button', { name: new RegExp(named('sql')) });
      const cards = screen.getAllByRole('button').filter((one) => one.hasAttribute('aria-pressed'));
      return cards.map((one) => one.querySelector('span')?.textContent);
    };
    const tagged = all.filter(({ tags }) => tags.includes(tag)).map(({ name }) => name);
    expect(await names()).toEqual([...tagged.slice(0, 6), 'Something else']);
    unmount();
    useSignupStore.getState().choose('sql');
    open('/onboarding?step=tasks');
    const similar = all.filter(({ tags }) => tags.some((one) => tagsOf('sql').includes(one)));
    expect(await names()).toEqual(similar.slice(0, 6).map(({ name }) => name));
    expect(screen.getByText(/the template that you came for/).textContent).toContain(named('sql'));
  });

  it('runs the first starter with its examples while the credit falls, and ends at its API tab', async () => {
    useOnboardingStore.getState().toggle(named('sql'));
    const model_id = 'sandbox/sandbox';
    const run = fakeRun({ output_text: 'SELECT 1', output: 'SELECT 1', model_id });
    const running = { ...run, status: 'running', usage: { ...run.usage, cost: 0 } };
    const { stream, send } = eventStream();
    const { user, address, writes, calls } = open('/onboarding?step=run', {
      [`POST ${project}/task/task_1/run/stream`]: () => stream,
    });
    const examples = 'Revenue per country last month, biggest first';
    expect(await screen.findByDisplayValue(examples)).toBeTruthy();
    expect(await screen.findByText('Free credit')).toBeTruthy();
    expect(screen.getByText('$5.00')).toBeTruthy();
    await user.click(press('Run'));
    await waitFor(() => expect(address()).toContain('task=sql%3Atask_1'));
    send({ type: 'run.started', run: running });
    send({ type: 'run.usage', usage: { input_tokens: 9, output_tokens: 9, cost: 13_001 } });
    expect(await screen.findByText('$4.986999')).toBeTruthy();
    send({ type: 'run.succeeded', run });
    expect(await screen.findByText('Succeeded')).toBeTruthy();
    expect(screen.getByText(/rule-based sample, not model output/)).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/stream'))?.body).toMatchObject({
      inputs: { dialect: 'PostgreSQL' },
      revision: 'draft',
    });
    await user.click(press('Finish'));
    await waitFor(() => expect(address()).toBe('/projects/project_1/tasks/task_1?tab=api'));
    const made = writes().map(([what]) => what);
    expect(made.filter((what) => what === `POST ${project}/task`)).toHaveLength(1);
    expect(writes()).toContainEqual([`POST ${project}/task/task_1/revision`, { activate: true }]);
    expect(writes().at(-1)).toEqual(['PATCH /api/v1/user', { is_onboarding: false }]);
    expect(useOnboardingStore.getState()).toMatchObject({ selectedTasks: [], onboarding: false });
  });

  it('ends at the API tab without a revision when the first run is refused', async () => {
    useOnboardingStore.getState().toggle(named('sql'));
    const { user, address, writes } = open('/onboarding?step=run', {
      [`POST ${project}/task/task_1/run/stream`]: problem(402, 'insufficient_balance'),
    });
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    const message = 'Insufficient balance. Please upgrade your plan or add credits to continue.';
    expect(await screen.findByText(message)).toBeTruthy();
    await user.click(press('Finish'));
    await waitFor(() => expect(address()).toBe('/projects/project_1/tasks/task_1?tab=api'));
    expect(writes().map(([what]) => what)).not.toContain(`POST ${project}/task/task_1/revision`);
  });

  it('hands a description to the assistant', async () => {
    const { user, address } = open('/onboarding?step=tasks');
    await user.click(await screen.findByRole('button', { name: /Something else/ }));
    expect(useOnboardingStore.getState().assistantToolMethod).toBe('describe');
    await user.click(press('Continue'));
    await user.type(
      await screen.findByRole('textbox', { name: 'What should the task do?' }),
      'Sort & answer',
    );
    await user.click(press('Finish'));
    await waitFor(() =>
      expect(address()).toBe('/projects/project_1/tasks?new=1&describe=Sort%20%26%20answer'),
    );
  });

  it('offers members neither credit nor steps that they may not do', async () => {
    const { user, address } = open('/onboarding?step=run', {
      [`POST ${project}/iam/test`]: may('run_task', 'view_members'),
      [`POST ${org}/iam/test`]: may('view_members'),
    });
    expect(await screen.findByText(/You're a member of Acme/)).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
    expect(screen.queryByText(/\$|credit|on us/)).toBeNull();
    await user.click(press('Finish'));
    await waitFor(() => expect(address()).toBe('/projects/project_1/tasks'));
  });

  it.each([
    [
      { credit_due: 5_000_000, balance: 0 },
      'You get $5.00 in free credit once your email is verified.',
    ],
    [{ credit_due: 0, balance: 5_000_000 }, '$5.00 of usage is on us.'],
    [{ credit_due: 0, balance: 0 }, null],
  ])('says what credit there is: %o', async (change, sentence) => {
    open('/onboarding', {
      [`GET ${org}/balance`]: json({ ...balance, spent: 0, note: null, ...change }),
    });
    const lead = await screen.findByText(/A task is a prompt with variables/);
    if (sentence) await waitFor(() => expect(lead.textContent).toContain(sentence));
    else expect(lead.textContent).not.toContain('$');
  });
});

vi.spyOn(window, 'scrollTo').mockReturnValue();
