import { describe, expect, it } from 'vitest';
import {
  call,
  createTask,
  definition,
  orgPath,
  projectPath,
  type Target,
  uniqueName,
} from '../target.ts';

/** What the specification fixes about answers, to the letter. */
export function suite(target: () => Target): void {
  describe('as specified', () => {
    it('a user has these fields', async () => {
      const { body } = await call(target(), 'member', 'GET', '/user');
      const fields = ['id', 'email', 'name', 'avatar_url', 'bio', 'is_onboarding', 'job_role'];
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining([...fields, 'subscribed_to_newsletter']),
      );
      expect([typeof body.is_onboarding, typeof body.subscribed_to_newsletter]).toEqual([
        'boolean',
        'boolean',
      ]);
    });

    it('an organisation has these fields of its plan', async () => {
      const { body } = await call(target(), 'member', 'GET', orgPath(target()));
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining([
          'id',
          'name',
          'plan_status',
          'plan_interval',
          'pending_plan',
          'pending_plan_interval',
          'pending_plan_date',
          'trial_ends_at',
          'grace_period_ends_at',
        ]),
      );
    });

    it('organisations and projects are listed in pages of results', async () => {
      const orgs = await call(target(), 'owner', 'GET', '/org?page_limit=1&membership=member');
      expect(orgs.body.results).toHaveLength(1);
      expect(Object.keys(orgs.body.pagination).sort()).toEqual(['has_next', 'next_cursor']);
      const projects = await call(target(), 'owner', 'GET', `${orgPath(target())}/project`);
      const [project] = projects.body.results;
      expect(project).toMatchObject({ id: expect.any(String), org_id: target().orgId });
      expect(project.name).not.toBe('');
      const path = `${orgPath(target())}/project/${project.id}`;
      const { body } = await call(target(), 'owner', 'GET', path);
      expect(body).toMatchObject({ id: project.id, org_id: project.org_id, name: project.name });
    });

    it('permissions are tested at three levels', async () => {
      const name = uniqueName('Tested');
      const task = await call(target(), 'owner', 'POST', `${projectPath(target())}/task`, {
        body: { name },
      });
      const test = async (path: string, permissions: string[]) =>
        (await call(target(), 'owner', 'POST', `${path}/iam/test`, { body: { permissions } })).body;
      expect(await test(orgPath(target()), ['create_project'])).toEqual({
        permissions: ['create_project'],
        id: target().orgId,
        level: 'organization',
      });
      expect(await test(projectPath(target()), ['run_task'])).toEqual({
        permissions: ['run_task'],
        id: target().projectId,
        level: 'project',
      });
      const path = `${projectPath(target())}/task/${task.body.id}`;
      expect(await test(path, ['run'])).toMatchObject({ id: task.body.id, permissions: ['run'] });
    });

    const retrieval = { collection_ids: [], query_variable: '', top_k: 3 };
    const [variable] = definition.variables;
    it.each([
      ['system_prompt', { system_prompt: '' }, 'A task needs a user prompt and a system prompt'],
      [
        'user_prompt',
        { user_prompt: 'Review: {review} as {"a": 1}' },
        'Prompt variables must be plain words; literal braces must be doubled',
      ],
      [
        'retrieval',
        { user_prompt: 'Hi', variables: [], retrieval },
        'A task with retrieval enabled needs at least one parameter defined',
      ],
      [
        'variables/1/name',
        { variables: [variable, { ...variable, name: 'review_2' }] },
        'Input variable names may contain only alphabetic characters',
      ],
      [
        'output_format/fields',
        { output_format: { type: 'fields', fields: [] } },
        'The output format needs at least one item',
      ],
    ])(
      'a task with a wrong %s is refused in the specified words',
      async (field, change, message) => {
        const draft = { ...definition, ...change };
        const { path } = await createTask(target(), { activate: false, definition: draft });
        const refused = await call(target(), 'editor', 'POST', `${path}/revision`, { body: {} });
        expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
        expect(refused.body.errors).toContainEqual({ pointer: `/definition/${field}`, message });
      },
    );

    /** The beginning of one of 1 × 1 pixel. */
    const png = Uint8Array.of(
      ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
      ...[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0],
    );

    it.each([
      [
        'of another type',
        new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        415,
        'This type of image is not supported, check the file type and try again.',
      ],
      ['broken', png, 400, "We couldn't process this avatar, please try a different image."],
      ['too large', new Uint8Array(2 ** 21 + 1), 413, 'Please upload file under 2mb'],
    ])('a picture that is %s is refused in the specified words', async (_, bytes, status, text) => {
      const form = new FormData();
      form.set('file', new File([bytes], 'me.png', { type: 'image/png' }));
      const refused = await call(target(), 'editor', 'PUT', '/user/avatar', { body: form });
      expect([refused.status, refused.body.detail]).toEqual([status, text]);
    });

    it('a chat over collections is refused where there are none', async () => {
      const made = await call(target(), 'owner', 'POST', `${orgPath(target())}/project`, {
        body: { name: uniqueName('Bare') },
      });
      const path = `${orgPath(target())}/project/${made.body.id}`;
      const body = { config: { type: 'collections', collection_ids: [] } };
      const refused = await call(target(), 'owner', 'POST', `${path}/chat`, { body });
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [
          {
            pointer: '/config/collection_ids',
            message: 'There are no collections in this project.',
          },
        ],
      ]);
    });
  });
}
