import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '#domain/call.ts';
import { exampleBody } from '../support/example-body.ts';
import { hostileBodies, hostileForms, hostileTexts } from './hostile-bodies.ts';
import { expectShort, inPieces, many, openWatched, type Stall, type Watched } from './stalls.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await openWatched();
});
afterAll(() => watched.server.close());

/** Thousands of bodies of a megabyte: half a minute on a quiet machine. */
const MANY_BODIES_MS = 180_000;

/** A path with the ids of what exists, and with others for what doesn't. */
function pathOf(template: string, more: Record<string, string> = {}): string {
  const { orgId, projectId, taskId } = watched;
  const place: Record<string, string> = {
    ...{ orgId, projectId, taskId, resourceType: 'task', id: taskId },
    ...more,
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? 'none_1');
}

it('no body within the limit holds up the others, in any operation', {
  timeout: MANY_BODIES_MS,
}, async () => {
  const stalls: Stall[] = [];
  for (const { id, method, path, body } of Object.values(operations)) {
    if (body === undefined) continue;
    for (const { what, text } of hostileBodies(body, exampleBody(id)))
      stalls.push(await watched.send(`${id}: ${what}`, method, pathOf(path), { payload: text }));
  }
  expect(stalls.length).toBeGreaterThan(300);
  expectShort(stalls);
});

it('no path or query holds up the others, in any operation', async () => {
  const stalls: Stall[] = [];
  let turn = 0;
  for (const { id, method, path, query, body } of Object.values(operations)) {
    if (body !== undefined) continue;
    const last = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
    const texts = Object.entries(hostileTexts());
    const next = () => texts[turn++ % texts.length] as [string, string];
    const urls = [
      ...many(last ? 2 : 0, () => {
        const [what, text] = next();
        return [
          `${what} as ${last}`,
          pathOf(path, {
            [last ?? '']: encodeURIComponent(text).slice(0, 15_000).replace(/%\w?$/, ''),
          }),
        ];
      }),
      ...query.flatMap((name) =>
        many(name === 'q' || name === 'cursor' ? texts.length : 2, () => {
          const [what, text] = next();
          return [`${what} as ${name}`, `${pathOf(path)}?${name}=${encodeURIComponent(text)}`];
        }),
      ),
      ['many parameters', `${pathOf(path)}?${many(2500, (n) => `p${n}=`).join('&')}`],
      [
        'the same parameter often',
        `${pathOf(path)}?${many(2000, () => `${query[0] ?? 'q'}=a`).join('&')}`,
      ],
    ] as const;
    const isHarmless = method === 'GET';
    for (const [what, url] of urls) {
      // Nothing that exists may be deleted.
      if (!isHarmless && !what.includes(' as ')) continue;
      stalls.push(await watched.send(`${id}: ${what}`, method, url ?? ''));
    }
  }
  expect(stalls.length).toBeGreaterThan(200);
  expectShort(stalls);
});

it('no form holds up the others', async () => {
  const stalls: Stall[] = [];
  for (const { what, payload, boundary } of hostileForms()) {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const sent = { payload: inPieces(payload), headers };
    stalls.push(await watched.send(what, 'PUT', '/user/avatar', sent));
  }
  expectShort(stalls);
});
