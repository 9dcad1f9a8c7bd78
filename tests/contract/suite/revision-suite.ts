import { describe, expect, it } from 'vitest';
import { call, createTask, definition, type Target } from '../target.ts';

/** What callers notice of a revision, and that nobody activates a breaking one unknowingly. */
export function revisionSuite(target: () => Target): void {
  const review = definition.variables[0];

  /** A task with an active revision 1, and a revision 2 of this definition. */
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

  describe('revisions compared', () => {
    it.each([
      ['other prompts', { system_prompt: 'You judge.' }, 'compatible', undefined],
      ['an optional input', variables({ ...tone, required: false }), 'compatible', 'field-added'],
      ['a required input', variables(tone), 'breaking', 'value-refused-required'],
      [
        'a required input with a default',
        variables({ ...tone, default: 'dry' }),
        'compatible',
        'field-added',
      ],
      [
        'an input that is gone',
        {
          user_prompt: 'Review: {text}',
          variables: [{ ...review, name: 'text', required: false }],
        },
        'breaking',
        'value-refused-additional-properties',
      ],
      ['a text for fields', { output_format: { type: 'text' } }, 'breaking', 'value-refused-type'],
    ])('%s', async (_, change, verdict, rule) => {
      const { path } = await withSecond(change);
      const { status, body } = await call(target(), 'member', 'GET', `${path}/compare?next=2`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ base_revision: 1, next_revision: 2, verdict });
      expect(body.changes[0]?.rule).toBe(rule);
      const back = await call(target(), 'member', 'GET', `${path}/compare?base=2&next=2`);
      expect(back.body).toMatchObject({ verdict: 'compatible', changes: [], callers: [] });
    });

    it('against nothing, when no revision is active', async () => {
      const { path } = await createTask(target(), { activate: false });
      const answer = await call(target(), 'member', 'GET', `${path}/compare?next=draft`);
      expect(answer.body).toMatchObject({ base_revision: null, verdict: 'compatible' });
      const named = await call(target(), 'member', 'GET', `${path}/compare?base=active&next=draft`);
      expect([named.status, named.body.code]).toEqual([409, 'no_active_revision']);
      const none = await call(target(), 'member', 'GET', `${path}/compare?next=7`);
      expect(none.status).toBe(404);
    });
  });

  describe('a breaking revision', () => {
    it('is activated only by who names the task', async () => {
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

    it('is not saved when it was to be active at once', async () => {
      const { path, name } = await withSecond(variables(tone));
      const save = (body: object) =>
        call(target(), 'editor', 'POST', `${path}/revision`, { body: { activate: true, ...body } });
      const refused = await save({});
      expect([refused.status, refused.body.code]).toEqual([409, 'contract_breaks']);
      expect((await call(target(), 'member', 'GET', path)).body.latest_revision).toBe(2);
      expect((await save({ confirm: name })).body).toMatchObject({ number: 3, is_active: true });
    });
  });
}
