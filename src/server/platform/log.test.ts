import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../db/testing.ts';
import { describeError } from './log.ts';

it("doesn't log the values of a failed query", async () => {
  const { db, close } = await openTestDatabase();
  const failing = db.execute(sql`select nothing from nowhere where prompt = ${'a secret prompt'}`);
  const error = (await failing.catch((e: unknown) => e)) as Error;
  expect(error.message).toContain('a secret prompt');
  const described = JSON.stringify(describeError(error));
  expect(described).not.toContain('secret prompt');
  expect(described).toContain('does not exist');
  expect(described).toContain('42P01');
  expect(JSON.stringify(describeError(new Error('plain')))).toContain('plain');
  await close();
});
