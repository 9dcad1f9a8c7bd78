import { describe, expect, it } from 'vitest';
import {
  type Any,
  call,
  createTask,
  definition,
  projectPath,
  type Target,
  uniqueName,
} from '../target.ts';

/** The impact of a revision on its callers, and the protection against activating a breaking one by mistake. */
export function suite(target: () => Target): void {
  const review = definition.variables[0];

  /** Creates a task with an active revision 1, and a revision 2 with the given changes. */
  async function withSecond(change: object) {
    const task = await createTask(target());
    const draft = await call(target(), 'editor', 'GET', `${task.path}/draft`);
    await call(target(), 'editor', 'PUT', `${task.path}/draft`, {
      body: { definition: { ...definition, ...change } },
      headers: { 'if-match': draft.body.etag },
    });
    await call(target(), 'editor', 'POST', `${task.path}/revision`, { body: {} });
    const { body } = await call(target(), 'editor', 'GET', task.path);
    return { ...task, name: body.name as string };
  }

  const variables = (...more: object[]) => ({
    user_prompt: `Review: {review}${more.length > 0 ? ' {tone}' : ''}`,
    variables: [review, ...more],
  });
  const tone = { name: 'tone', type: 'text', required: true };

  describe('comparing revisions', () => {
    it.each([
      ['changed prompts', { system_prompt: 'You analyse.' }, 'compatible', undefined],
      ['an optional input', variables({ ...tone, required: false }), 'compatible', 'field-added'],
      ['a required input', variables(tone), 'breaking', 'value-refused-required'],
      [
        'a required input with a default',
        variables({ ...tone, default: 'dry' }),
        'compatible',
        'field-added',
      ],
      [
        'a removed input',
        {
          user_prompt: 'Review: {text}',
          variables: [{ ...review, name: 'text', required: false }],
        },
        'breaking',
        'value-refused-additional-properties',
      ],
      [
        'text instead of fields',
        { output_format: { type: 'text' } },
        'breaking',
        'value-refused-type',
      ],
    ])('%s', async (_, change, verdict, rule) => {
      const { path } = await withSecond(change);
      const { status, body } = await call(target(), 'member', 'GET', `${path}/compare?next=2`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ base_revision: 1, next_revision: 2, verdict });
      expect(body.changes[0]?.rule).toBe(rule);
      const back = await call(target(), 'member', 'GET', `${path}/compare?base=2&next=2`);
      expect(back.body).toMatchObject({ verdict: 'compatible', changes: [], callers: [] });
    });

    it('reports a missing model, because every call would fail', async () => {
      const { path } = await createTask(target());
      const compare = () => call(target(), 'editor', 'GET', `${path}/compare`);
      expect((await compare()).body).not.toHaveProperty('unavailable_model');
      const { body: draft } = await call(target(), 'editor', 'GET', `${path}/draft`);
      const definition = { ...draft.definition, model_id: 'openai/gone' };
      await call(target(), 'editor', 'PUT', `${path}/draft`, {
        body: { definition },
        headers: { 'if-match': draft.etag },
      });
      expect((await compare()).body.unavailable_model).toBe('openai/gone');
    });

    it('works without an active revision', async () => {
      const { path } = await createTask(target(), { activate: false });
      const response = await call(target(), 'member', 'GET', `${path}/compare?next=draft`);
      expect(response.body).toMatchObject({ base_revision: null, verdict: 'compatible' });
      const named = await call(target(), 'member', 'GET', `${path}/compare?base=active&next=draft`);
      expect([named.status, named.body.code]).toEqual([409, 'no_active_revision']);
      const none = await call(target(), 'member', 'GET', `${path}/compare?next=7`);
      expect(none.status).toBe(404);
    });
  });

  describe('a breaking revision', () => {
    it("can be activated only by confirming with the task's name", async () => {
      const { path, name } = await withSecond(variables(tone));
      const activate = (body: object) =>
        call(target(), 'editor', 'POST', `${path}/revision/2/activate`, { body });
      for (const body of [{}, { confirm: 'yes' }]) {
        const refused = await activate(body);
        expect([refused.status, refused.body.code]).toEqual([409, 'contract_breaks']);
        expect(refused.body.changes[0]).toMatchObject({ level: 'breaking', path: ['tone'] });
      }
      expect((await call(target(), 'member', 'GET', path)).body.active_revision).toBe(1);
      expect((await activate({ confirm: name })).body.active_revision).toBe(2);
    });

    it("isn't saved if it should also be activated", async () => {
      const { path, name } = await withSecond(variables(tone));
      const save = (body: object) =>
        call(target(), 'editor', 'POST', `${path}/revision`, { body: { activate: true, ...body } });
      const refused = await save({});
      expect([refused.status, refused.body.code]).toEqual([409, 'contract_breaks']);
      expect((await call(target(), 'member', 'GET', path)).body.latest_revision).toBe(2);
      const late = await save({ confirm: name, replaces: 2 });
      expect([late.status, late.body.code]).toEqual([409, 'active_revision_changed']);
      const known = await save({ confirm: name, replaces: 1 });
      expect(known.body).toMatchObject({ number: 3, is_active: true });
    });
  });

  describe('environments', () => {
    const put = (path: string, name: string, body: object, as: 'editor' | 'member' = 'editor') =>
      call(target(), as, 'PUT', `${path}/environment/${name}`, { body });

    it('can be called by name', async () => {
      const { path } = await withSecond({ system_prompt: 'You analyse.' });
      const set = await put(path, 'staging', { revision: 2 });
      expect([set.status, set.body.environments]).toEqual([
        200,
        [{ name: 'staging', revision: 2 }],
      ]);
      const inputs = { review: 'Fine.' };
      const run = (revision: string) =>
        call(target(), 'member', 'POST', `${path}/run`, { body: { inputs, revision } });
      expect((await run('staging')).body.revision).toBe(2);
      expect((await run('active')).body.revision).toBe(1);
      expect((await run('nowhere')).status).toBe(404);
      const document = await call(
        target(),
        'member',
        'GET',
        `${path}/openapi.json?revision=staging`,
      );
      expect([document.status, document.body.info?.version]).toEqual([200, '2']);
      const gone = await call(target(), 'editor', 'DELETE', `${path}/environment/staging`);
      expect(gone.status).toBe(204);
      expect((await run('staging')).status).toBe(404);
      const again = await call(target(), 'editor', 'DELETE', `${path}/environment/staging`);
      expect(again.status).toBe(404);
    });

    it('are protected like the active revision', async () => {
      const { path, name } = await withSecond(variables(tone));
      expect((await put(path, 'production', { revision: 1 })).status).toBe(200);
      const refused = await put(path, 'production', { revision: 2 });
      expect([refused.status, refused.body.code]).toEqual([409, 'contract_breaks']);
      const confirmed = await put(path, 'production', { revision: 2, confirm: name });
      expect(confirmed.body.environments).toEqual([{ name: 'production', revision: 2 }]);
    });

    it("can't be changed with an outdated `replaces`", async () => {
      const { path } = await withSecond({ system_prompt: 'You analyse.' });
      const made = await put(path, 'staging', { revision: 1, replaces: null });
      expect(made.status).toBe(200);
      for (const replaces of [null, 2]) {
        const late = await put(path, 'staging', { revision: 2, replaces });
        expect([late.status, late.body.code]).toEqual([409, 'active_revision_changed']);
      }
      const known = await put(path, 'staging', { revision: 2, replaces: 1 });
      expect(known.body.environments).toEqual([{ name: 'staging', revision: 2 }]);
    });

    it('are still protected after deletion while someone calls them', async () => {
      const { path, name } = await withSecond(variables(tone));
      await put(path, 'production', { revision: 1 });
      const made = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name: uniqueName('Caller'), expires_at: null },
      });
      const body = { inputs: { review: 'Fine.' }, revision: 'production' };
      const run = await call(target(), { bearer: made.body.key }, 'POST', `${path}/run`, { body });
      expect(run.status).toBe(200);
      const users = async (environment: string) => {
        const uses = `${path}/use?environment=${environment}`;
        return (await call(target(), 'member', 'GET', uses)).body.callers.length;
      };
      expect([await users('production'), await users('staging')]).toEqual([1, 0]);
      await call(target(), 'editor', 'DELETE', `${path}/environment/production`);
      const refused = await put(path, 'production', { revision: 2 });
      expect([refused.status, refused.body.code]).toEqual([409, 'contract_breaks']);
      expect((await put(path, 'production', { revision: 2, confirm: name })).status).toBe(200);
    });

    it('may be named like built-in object properties', async () => {
      const { path } = await createTask(target());
      const { environments } = (await put(path, 'constructor', { revision: 1 })).body;
      expect(environments).toEqual([{ name: 'constructor', revision: 1 }]);
      for (const status of [204, 404]) {
        const gone = await call(target(), 'editor', 'DELETE', `${path}/environment/constructor`);
        expect(gone.status).toBe(status);
      }
      const body = { inputs: { review: 'Fine.' }, revision: 'constructor' };
      expect((await call(target(), 'member', 'POST', `${path}/run`, { body })).status).toBe(404);
    });

    it('reject reserved names, unknown revisions and too many environments', async () => {
      const { path } = await createTask(target());
      expect((await put(path, 'active', { revision: 1 })).status).toBe(400);
      expect((await put(path, 'Not-A-Name', { revision: 1 })).status).toBe(400);
      expect((await put(path, 'staging', { revision: 9 })).status).toBe(404);
      expect((await put(path, 'staging', { revision: 1 }, 'member')).status).toBe(403);
      for (let index = 0; index < 10; index += 1) await put(path, `env-${index}`, { revision: 1 });
      const refused = await put(path, 'one-more', { revision: 1 });
      expect([refused.status, refused.body.code]).toEqual([409, 'environment_limit_reached']);
    });
  });

  it('callers count by the revision that they got, before and after an activation', async () => {
    const [field] = definition.output_format.fields;
    const fields = [{ ...field, options: ['good', 'bad'] }];
    const { path, name } = await withSecond({
      ...variables(tone),
      output_format: { type: 'fields', fields },
    });
    const caller = async (inputs: object) => {
      const { body } = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name: uniqueName('Caller'), expires_at: null },
      });
      const bearer = { bearer: body.key };
      const { status } = await call(target(), bearer, 'POST', `${path}/run`, { body: { inputs } });
      expect(status).toBe(200);
      return { ...bearer, id: body.api_key.id };
    };
    const affected = async (query: string) => {
      const { body } = await call(target(), 'member', 'GET', `${path}/compare?${query}`);
      return body.callers.map((one: Any) => [one.caller.id, one.affected_runs]);
    };
    const before = await caller({ review: 'Fine.' });
    expect(await affected('next=2')).toEqual([[before.id, 1]]);
    const body = { confirm: name };
    await call(target(), 'editor', 'POST', `${path}/revision/2/activate`, { body });
    // Its calls fail now.
    const refused = await call(target(), before, 'POST', `${path}/run`, {
      body: { inputs: { review: 'Fine.' } },
    });
    expect(refused.status).toBe(400);
    expect(await affected('base=1&next=2')).toEqual([[before.id, 1]]);
    // Going back breaks only those who know nothing else.
    const after = await caller({ review: 'Fine.', tone: 'dry' });
    expect(await affected('next=1')).toEqual([[after.id, 1]]);
  });

  it('the previously active revision is known, for rolling back', async () => {
    const { path } = await withSecond({ system_prompt: 'You analyse.' });
    const activate = (number: number) =>
      call(target(), 'editor', 'POST', `${path}/revision/${number}/activate`, { body: {} });
    expect((await activate(2)).body).toMatchObject({ active_revision: 2, previous_revision: 1 });
    expect((await activate(1)).body).toMatchObject({ active_revision: 1, previous_revision: 2 });
  });
}
