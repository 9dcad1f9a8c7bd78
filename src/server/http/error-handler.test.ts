import type { FastifyError, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { project } from '../db/schema/project.ts';
import { openTestDatabase } from '../db/testing.ts';
import { toProblem } from './error-handler.ts';

it('what belongs to something that has just been deleted is not found', async () => {
  const { db, close } = await openTestDatabase();
  const row = { id: newId('project'), org_id: newId('org'), name: 'Support' };
  const adding = db.insert(project).values(row);
  const error = await adding.then(() => undefined).catch((e: unknown) => e);
  expect(toProblem(error as FastifyError, {} as FastifyRequest)).toMatchObject({ status: 404 });
  await close();
});
