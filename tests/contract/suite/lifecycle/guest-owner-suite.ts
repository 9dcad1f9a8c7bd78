import { describe, expect, it } from 'vitest';
import { type Target, uniqueName } from '../../target.ts';
import { newOrg, sender } from '../people/people.ts';

/** What only owners of an organisation may do with its projects, whoever owns the project. */
export function suite(target: () => Target): void {
  const send = sender(target);

  describe('a guest who owns a project', () => {
    it('cannot take it into another organisation, nor erase it', async () => {
      const from = await newOrg(target);
      const guest = await from.join('outsider', { projects: from.projects('owner') });
      await send('owner', 'POST', `${from.path}/project`, { name: 'Stays' });
      const theirs = (await send('outsider', 'POST', '/org', { name: uniqueName('Theirs') })).body;
      for (const at of ['move/preview', 'move']) {
        const body = { org_id: theirs.id };
        const refused = await send('outsider', 'POST', `${from.projectPath}/${at}`, body);
        expect([refused.status, refused.body.detail]).toEqual([
          403,
          expect.stringContaining('owners of the organisation'),
        ]);
        await send('owner', 'PATCH', `${from.path}/member/${guest.id}`, { role: 'editor' });
        const editor = await send('outsider', 'POST', `${from.projectPath}/${at}`, body);
        expect(editor.status).toBe(403);
      }
      const copy = { name: 'Copy', project_id: from.projectId };
      const copied = await send('outsider', 'POST', `/org/${theirs.id}/project-copy`, copy);
      expect([copied.status, copied.body.errors[0].pointer]).toEqual([400, '/project_id']);
      expect((await send('outsider', 'DELETE', from.projectPath)).status).toBe(204);
      const deleted = `${from.path}/deleted-project/${from.projectId}`;
      expect((await send('outsider', 'DELETE', deleted)).status).toBe(403);
      expect((await send('owner', 'POST', `${deleted}/restore`)).status).toBe(200);
      expect((await send('owner', 'GET', from.projectPath)).body.org_id).toBe(from.id);
    });
  });
}
