import { describe, expect, it } from 'vitest';
import { UPLOADS_OPEN_MAX } from '#core/limits.ts';
import { type Any, call, orgPath, type Target, uniqueName } from '../target.ts';

/** Uploads of documents: repeated requests, and how many there may be. */
export function suite(target: () => Target): void {
  /** A project of its own, whose limits nobody else uses. */
  const createProject = async (): Promise<string> => {
    const options = { body: { name: uniqueName('Uploads') } };
    const made = await call(target(), 'owner', 'POST', `${orgPath(target())}/project`, options);
    expect(made.status).toBe(201);
    return `${orgPath(target())}/project/${made.body.id}`;
  };
  const createCollection = async (project: string): Promise<Any> => {
    const options = { body: { name: uniqueName('Handbook') } };
    return (await call(target(), 'owner', 'POST', `${project}/collection`, options)).body;
  };
  const form = (text: string, name = 'rules.md') => {
    const made = new FormData();
    made.append('file', new Blob([text]), name);
    return made;
  };

  describe('an uploaded document', () => {
    it('is created once, however often the request is repeated with the same key', async () => {
      const project = await createProject();
      const { id } = await createCollection(project);
      const path = `${project}/collection/${id}/document`;
      const headers = { 'idempotency-key': uniqueName('key') };
      const send = (body: FormData) =>
        call(target(), 'owner', 'POST', `${path}/file`, { body, headers });
      const first = await send(form('Be kind.'));
      const second = await send(form('Be kind.'));
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body.id).toBe(first.body.id);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      for (const other of [form('Be rude.'), form('Be kind.', 'other.md')]) {
        const refused = await send(other);
        expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_conflict']);
      }
      const { results } = (await call(target(), 'owner', 'GET', path)).body;
      expect(results).toHaveLength(1);
      await call(target(), 'owner', 'DELETE', project);
    });

    it('is the only part of its form', async () => {
      const project = await createProject();
      const { id } = await createCollection(project);
      const path = `${project}/collection/${id}/document`;
      const before = new FormData();
      before.append('note', 'Read this first.');
      before.append('file', new Blob(['Be kind.']), 'rules.md');
      const after = form('Be kind.');
      after.append('note', 'Thanks.');
      const twice = form('Be kind.');
      twice.append('file', new Blob(['Be rude.']), 'other.md');
      for (const body of [before, after, twice]) {
        const refused = await call(target(), 'owner', 'POST', `${path}/file`, { body });
        expect([refused.status, refused.body.errors]).toEqual([
          400,
          [{ pointer: '', message: 'The form must contain only the field `file`' }],
        ]);
      }
      expect((await call(target(), 'owner', 'GET', path)).body.results).toEqual([]);
      await call(target(), 'owner', 'DELETE', project);
    });
  });

  it.each(['document', 'archive'])(
    'an upload of purpose %s names no collection of another project',
    async (purpose) => {
      const project = await createProject();
      const other = await createProject();
      const { id: collection_id } = await createCollection(other);
      const body = { purpose, collection_id, files: [{ name: 'a.zip', size: 8 }] };
      const refused = await call(target(), 'owner', 'POST', `${project}/upload`, { body });
      expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, '/collection_id']);
      await call(target(), 'owner', 'DELETE', project);
      await call(target(), 'owner', 'DELETE', other);
    },
  );

  describe('unfinished uploads', () => {
    it('are limited, finished ones are not', async () => {
      const project = await createProject();
      const { id: collection_id } = await createCollection(project);
      const create = (count: number) => {
        const files = Array.from({ length: count }, (_, at) => ({ name: `${at}.md`, size: 8 }));
        const body = { purpose: 'document', collection_id, files };
        return call(target(), 'owner', 'POST', `${project}/upload`, { body });
      };
      const [{ upload }] = (await create(1)).body.results;
      const part = `${project}/upload/${upload.id}?offset=0`;
      expect((await call(target(), 'owner', 'PUT', part, { body: form('Be kind.') })).status).toBe(
        200,
      );
      for (let open = 0; open < UPLOADS_OPEN_MAX; open += 100)
        expect((await create(100)).status).toBe(200);
      const refused = await create(1);
      expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
      await call(target(), 'owner', 'DELETE', project);
    });
  });
}
