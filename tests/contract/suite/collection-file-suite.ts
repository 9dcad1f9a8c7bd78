import { describe, expect, it } from 'vitest';
import { type Any, call, projectPath, type Target, uniqueName } from '../target.ts';

/** What a collection is published as: its contract, and the sample collection. */
export function suite(target: () => Target): void {
  const collections = () => `${projectPath(target())}/collection`;
  const create = async (body: object = {}): Promise<string> => {
    const options = { body: { name: uniqueName('Manual'), ...body } };
    const made = await call(target(), 'editor', 'POST', collections(), options);
    return `${collections()}/${made.body.id}`;
  };

  describe("a collection's contract", () => {
    it('names the tags of its documents, and is there for API keys', async () => {
      const path = await create();
      await call(target(), 'editor', 'POST', `${path}/document`, {
        body: { name: 'Lunch', text: 'Lunch is at noon.', tags: ['food', "chef's"] },
      });
      const made = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name: uniqueName('Key') },
      });
      const bearer = { bearer: made.body.key };
      const document = await call(target(), bearer, 'GET', `${path}/openapi.json`);
      expect(document.status).toBe(200);
      expect(document.headers.get('content-disposition')).toMatch(/manual-.*\.openapi\.json/);
      const { tags } = document.body.components.schemas.SearchFilter.properties;
      expect(tags.items.enum).toEqual(["chef's", 'food']);
      const client = await call(target(), bearer, 'GET', `${path}/client.ts`);
      expect(client.status).toBe(200);
      expect(client.body).toContain("'chef\\'s' | 'food' | (string & {})");
      expect((await call(target(), 'outsider', 'GET', `${path}/client.ts`)).status).toBe(404);
    });
  });

  describe('the sample collection', () => {
    it('is created once', async () => {
      const path = `${collections()}/sample`;
      expect((await call(target(), 'member', 'POST', path)).status).toBe(403);
      const both: Any[] = await Promise.all([
        call(target(), 'editor', 'POST', path),
        call(target(), 'editor', 'POST', path),
      ]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      expect(both[0].body.id).toBe(both[1].body.id);
      expect(both[0].body.counts.documents).toBe(7);
      expect(both[0].headers.get('location')).toMatch(
        new RegExp(`/collection/${both[0].body.id}$`),
      );
      const questions = await call(
        target(),
        'member',
        'GET',
        `${collections()}/${both[0].body.id}/question`,
      );
      expect(questions.body.results).toHaveLength(6);
    });
  });
}
