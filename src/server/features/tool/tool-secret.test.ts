import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it('is new after each rotation, even if the first rotations of a project are concurrent', async () => {
  const ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  const { id } = (await ada('POST', `/org/${org}/project`, { name: 'Rotated' })).body;
  const path = `/org/${org}/project/${id}/tool/secret/rotate`;
  const rotations = await Promise.all(
    Array.from({ length: 4 }, () => ada('POST', path, { overlap_hours: 0 })),
  );
  expect(new Set(rotations.map(({ body }) => body.secret)).size).toBe(4);
});
