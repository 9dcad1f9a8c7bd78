import type { FastifyError, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { toolSecret } from '#domain/tool/tool.tables.ts';
import { openTestDatabase } from '../db/testing.ts';
import { toProblem } from './error-handler.ts';

it('what belongs to something that has just been deleted is not found', async () => {
  const { db, close } = await openTestDatabase();
  const adding = db
    .insert(toolSecret)
    .values({ project_id: newId('project'), generation: 1, made_at: new Date().toISOString() });
  const error = await adding.then(() => undefined).catch((e: unknown) => e);
  expect(toProblem(error as FastifyError, {} as FastifyRequest)).toMatchObject({ status: 404 });
  await close();
});
