import { describe, expect, it } from 'vitest';
import { call, orgPath, projectPath, type Target, uniqueName } from '../target.ts';

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
  });
}
