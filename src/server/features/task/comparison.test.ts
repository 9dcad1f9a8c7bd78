import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diffSchemas } from '#contract/diff.ts';
import { newId } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { contractChanges } from '#domain/revision/contract-changes.ts';
import { run } from '#domain/run/run.tables.ts';
import { webhookEvent } from '#domain/webhook/webhook.tables.ts';
import type { TaskAffectedCaller, TaskDefinition } from '#generated/model/index.ts';
import { defined, openWorld, type World } from '../run/testing.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Variables = ReturnType<typeof defined>['variables'];
const text = (name: string, more: object = {}) =>
  ({ name, type: 'text', required: true, ...more }) as Variables[number];
const withVariables = (...variables: Variables) => defined({ variables });
const withFields = (...fields: object[]) =>
  defined({ output_format: { type: 'fields', fields } as never });
const mood = {
  name: 'mood',
  type: 'choice',
  required: true,
  list: false,
  options: ['good', 'bad'],
};

describe('what callers notice', () => {
  it.each([
    ['nothing', withVariables(text('a')), withVariables(text('a')), 'compatible'],
    [
      'a number changed to text, which accepts numbers',
      withVariables(text('a', { type: 'number' })),
      withVariables(text('a')),
      'risky',
    ],
    [
      'text changed to a number',
      withVariables(text('a')),
      withVariables(text('a', { type: 'number' })),
      'breaking',
    ],
    [
      'an option removed',
      withVariables(text('a', { type: 'choice', options: ['x', 'y'] })),
      withVariables(text('a', { type: 'choice', options: ['x'] })),
      'breaking',
    ],
    [
      'a default changed',
      withVariables(text('a', { default: 'x' })),
      withVariables(text('a', { default: 'y' })),
      'risky',
    ],
    [
      'a field added to the output',
      withFields(mood),
      withFields(mood, { ...mood, name: 'why', type: 'text' }),
      'compatible',
    ],
    [
      'a field removed from the output',
      withFields(mood, { ...mood, name: 'why' }),
      withFields(mood),
      'breaking',
    ],
    [
      'an option added to the output',
      withFields(mood),
      withFields({ ...mood, options: ['good', 'bad', 'mixed'] }),
      'breaking',
    ],
    [
      'an option removed from the output',
      withFields(mood),
      withFields({ ...mood, options: ['good'] }),
      'compatible',
    ],
  ])('%s', (_, base, next, verdict) => {
    expect(contractChanges(diffSchemas, base, next).verdict).toBe(verdict);
  });

  it('shows inputs that were accepted and are now rejected', () => {
    const { changes } = contractChanges(
      diffSchemas,
      withVariables(text('a')),
      withVariables(text('a'), text('b')),
    );
    expect(changes).toEqual([
      expect.objectContaining({
        level: 'breaking',
        direction: 'request',
        path: ['b'],
        message: '“b” is now required',
        witness: { a: 'text' },
      }),
    ]);
  });

  it('reports inputs that become strict, and those that no longer are', () => {
    const loose = withVariables(text('a'));
    const strict = { ...loose, strict_inputs: true };
    expect(contractChanges(diffSchemas, loose, strict)).toMatchObject({
      verdict: 'breaking',
      changes: [{ level: 'breaking', rule: 'inputs-strict', direction: 'request', path: [] }],
    });
    expect(contractChanges(diffSchemas, strict, loose).verdict).toBe('compatible');
    // Strict inputs aren't converted, so no other change is softened.
    const number = {
      ...strict,
      variables: [{ name: 'a', type: 'number', required: true } as const],
    };
    expect(contractChanges(diffSchemas, number, strict).verdict).toBe('breaking');
  });

  it('reports a changed type once, in the words of the editor', () => {
    const base = withFields(mood);
    const next = withFields({ name: 'mood', type: 'integer', required: true, list: false });
    expect(contractChanges(diffSchemas, base, next).changes).toEqual([
      expect.objectContaining({
        level: 'breaking',
        direction: 'response',
        path: ['mood'],
        message: '“mood” changed: choice → integer',
      }),
    ]);
  });
});

describe('affected callers', () => {
  /** Inserts a run that was called through the API. */
  async function called(
    taskId: string,
    caller: string,
    inputs: Record<string, unknown>,
    { days = 1, ...more }: { days?: number } & Partial<typeof run.$inferInsert> = {},
  ) {
    const { orgId, projectId, database } = world;
    await database.db.insert(run).values({
      id: newId('run'),
      org_id: orgId,
      project_id: projectId,
      task_id: taskId,
      task_name: 'Task',
      revision: 1,
      source: 'api',
      status: 'succeeded',
      model_id: 'sandbox/sandbox',
      input_preview: '',
      inputs,
      caller_type: 'api_key',
      caller_id: `key_${caller}`,
      caller_name: caller,
      worker_id: 'worker',
      created_at: new Date(Date.now() - days * DAY_MS).toISOString(),
      ...more,
    });
  }

  async function taskWith(base: Variables, next: Partial<TaskDefinition>) {
    const prompt = (variables: Variables) => variables.map(({ name }) => `{${name}}`).join(' ');
    const task = await world.makeTask({ variables: base, user_prompt: prompt(base) });
    const draft = await world.call('GET', `${task.path}/draft`);
    const variables = next.variables ?? base;
    const definition = defined({ ...next, variables, user_prompt: prompt(variables) });
    await world.call('PUT', `${task.path}/draft`, { definition }, { 'if-match': draft.body.etag });
    await world.call('POST', `${task.path}/revision`, {});
    return task;
  }

  const callersOf = async (path: string) => {
    const { body } = await world.call('GET', `${path}/compare?next=2`);
    return body.callers.map((entry: TaskAffectedCaller) => [
      entry.caller.name,
      entry.runs,
      entry.affected_runs,
    ]);
  };

  it('are those who sent a removed input in the last 7 days', async () => {
    const { id, path } = await taskWith([text('a'), text('b', { required: false })], {
      variables: [text('a')],
    });
    await called(id, 'both', { a: 'x', b: 'y' });
    await called(id, 'both', { a: 'x' });
    await called(id, 'without', { a: 'x' });
    await called(id, 'long ago', { a: 'x', b: 'y' }, { days: 8 });
    expect(await callersOf(path)).toEqual([['both', 2, 1]]);
  });

  it('include OAuth clients and workflows, but nobody who only tested the task', async () => {
    const { id, path } = await taskWith([text('a'), text('b', { required: false })], {
      variables: [text('a')],
    });
    const inputs = { a: 'x', b: 'y' };
    await called(id, 'app', inputs, { caller_type: 'oauth_client' });
    await called(id, 'flow', inputs, { caller_type: 'workflow', source: 'workflow' });
    await called(id, 'person', inputs, { caller_type: 'user', source: 'console' });
    await called(id, 'cases', inputs, { caller_type: 'user', source: 'evaluation' });
    const { body } = await world.call('GET', `${path}/compare?next=2`);
    const affected = body.callers.map(({ caller }: TaskAffectedCaller) => [
      caller.type,
      caller.name,
    ]);
    expect(affected.sort()).toEqual([
      ['oauth_client', 'app'],
      ['workflow', 'flow'],
    ]);
    const { body: uses } = await world.call('GET', `${path}/use`);
    expect(uses.callers).toHaveLength(2);
  });

  it('include those who omit a required input', async () => {
    const { id, path } = await taskWith([text('a'), text('b', { required: false })], {
      variables: [text('a'), text('b')],
    });
    await called(id, 'both', { a: 'x', b: 'y' });
    await called(id, 'without', { a: 'x' });
    expect(await callersOf(path)).toEqual([['without', 1, 1]]);
  });

  it('include those who sent values that a narrower type rejects; defaults do not count as sent', async () => {
    const { id, path } = await taskWith(
      [text('a'), text('b', { required: false, default: 'fine' })],
      { variables: [text('a', { type: 'number' })] },
    );
    await called(id, 'numbers', { a: '12', b: 'fine' }, { defaulted: ['b'] });
    await called(id, 'words', { a: 'twelve', b: 'fine' }, { defaulted: ['b'] });
    await called(id, 'sender', { a: '12', b: 'fine' });
    expect(await callersOf(path)).toEqual([
      ['sender', 1, 1],
      ['words', 1, 1],
    ]);
  });

  it('are checked by their latest runs if there are many, and the number checked is returned', async () => {
    const { id, path } = await taskWith([text('a')], {
      variables: [text('a', { type: 'number' })],
    });
    await called(id, 'many', { a: 'old' });
    for (let i = 0; i < 200; i += 1) await called(id, 'many', { a: i < 50 ? 'not a number' : '1' });
    const { body } = await world.call('GET', `${path}/compare?next=2`);
    expect(body.callers).toMatchObject([{ runs: 201, checked_runs: 200, affected_runs: 50 }]);
  });

  it('are checked as far as their inputs fit into memory, the newest of each first, and those who were not are listed', async () => {
    const { id, path } = await taskWith([text('a')], {
      variables: [text('a', { type: 'number' })],
    });
    // Each is stored in more than 2 MB.
    const large = () => Array.from({ length: 200_000 }, () => newId('run')).join('');
    for (const caller of ['a', 'b', 'c']) await called(id, caller, { a: 'small' });
    for (const caller of ['a', 'b', 'c']) await called(id, caller, { a: large() });
    const { body } = await world.call('GET', `${path}/compare?next=2`);
    const found = body.callers.map((one: TaskAffectedCaller) => [one.runs, one.checked_runs]);
    expect(found.toSorted()).toEqual([
      [2, 0],
      [2, 0],
      [2, 1],
    ]);
  });

  it('are separated from those who call a revision or environment by name', async () => {
    const { path } = await taskWith([text('a')], { variables: [text('a'), text('b')] });
    await world.call('PUT', `${path}/environment/staging`, { revision: 1 });
    await world.call('POST', `${path}/run`, { inputs: { a: 'x' } }, { 'x-caller': 'key_active' });
    for (const revision of ['1', 'staging']) {
      const headers = { 'x-caller': `key_${revision}` };
      await world.call('POST', `${path}/run`, { inputs: { a: 'x' }, revision }, headers);
    }
    const affected = async (base: string) => {
      const { body } = await world.call('GET', `${path}/compare?next=2&base=${base}`);
      const reported = body.callers.map((one: TaskAffectedCaller) => [
        one.caller.id,
        one.affected_runs,
        one.elsewhere,
      ]);
      return Object.fromEntries(reported.map(([key, ...rest]: [string]) => [key, rest]));
    };
    expect(await affected('active')).toEqual({
      key_active: [1, []],
      key_1: [0, ['1']],
      key_staging: [0, ['staging']],
    });
    expect(await affected('staging')).toEqual({
      key_active: [0, ['active']],
      key_1: [0, ['1']],
      key_staging: [1, []],
    });
    // Both call revision 1.
    expect(await affected('1')).toMatchObject({ key_active: [1, []], key_staging: [1, []] });
  });

  it('sends webhook events when an environment gets another contract', async () => {
    const { id, path } = await taskWith([text('a')], { variables: [text('a'), text('b')] });
    await world.call('PUT', `${path}/environment/staging`, { revision: 1 });
    const move = (confirm?: string) =>
      world.call('PUT', `${path}/environment/staging`, { revision: 2, confirm });
    expect((await move()).body.code).toBe('contract_breaks');
    expect((await move((await world.call('GET', path)).body.name)).status).toBe(200);
    const events = await world.database.db
      .select()
      .from(webhookEvent)
      .where(and(eq(webhookEvent.task_id, id), eq(webhookEvent.type, 'task.contract_changed')));
    expect(events.map((event) => JSON.parse(event.body ?? '{}'))).toEqual([
      expect.objectContaining({ environment: 'staging', revision: 2, replaced: 1 }),
    ]);
  });

  it('include everyone who reads a changed output, and nobody when nothing changes', async () => {
    const { id, path } = await taskWith([text('a')], {
      output_format: {
        type: 'fields',
        fields: [{ name: 'm', type: 'text', required: true, list: false }],
      },
    });
    await called(id, 'reader', { a: 'x' });
    expect(await callersOf(path)).toEqual([['reader', 1, 1]]);
    const same = await taskWith([text('a')], {});
    await called(same.id, 'reader', { a: 'x' });
    expect(await callersOf(same.path)).toEqual([]);
  });

  it('sends the changes to webhooks with the activation', async () => {
    const { id, path } = await taskWith([text('a')], { variables: [text('a'), text('b')] });
    const { body: task } = await world.call('GET', path);
    const body = { confirm: task.name };
    expect((await world.call('POST', `${path}/revision/2/activate`, body)).status).toBe(200);
    const events = await world.database.db
      .select()
      .from(webhookEvent)
      .where(and(eq(webhookEvent.task_id, id), eq(webhookEvent.type, 'task.contract_changed')));
    expect(events.map((event) => JSON.parse(event.body ?? '{}'))).toEqual([
      expect.objectContaining({
        revision: 2,
        replaced: 1,
        diff: expect.objectContaining({ verdict: 'breaking' }),
      }),
    ]);
  });
});
