import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refreshAfter } from './refresh.ts';

const PROJECT = '/org/o/project/p';
const KEYS = {
  list: ['infinite', `${PROJECT}/webhook`, { page_limit: 50 }],
  one: [`${PROJECT}/webhook/w1`],
  log: ['infinite', `${PROJECT}/webhook/w1/delivery`],
  other: [`${PROJECT}/webhook/w2`],
  elsewhere: ['/org/o/project/q/webhook'],
  spending: ['infinite', '/org/o/spend-limit'],
  project: [PROJECT],
  search: ['POST', `${PROJECT}/webhook/w1/search`, {}],
};

async function staleAfter(method: string, path: string): Promise<string[]> {
  const client = new QueryClient();
  for (const key of Object.values(KEYS)) client.setQueryData(key, 'data');
  await refreshAfter(client, path, method);
  return Object.entries(KEYS).flatMap(([name, key]) =>
    client.getQueryState(key)?.isInvalidated ? [name] : [],
  );
}

it.each([
  ['POST', `${PROJECT}/webhook`, ['list']],
  ['PATCH', `${PROJECT}/webhook/w1`, ['list', 'one', 'log']],
  ['POST', `${PROJECT}/webhook/w1/rotate?x=1`, ['list', 'one', 'log']],
  ['DELETE', `${PROJECT}/webhook/w1?force=true`, ['list']],
  // Others that show the same.
  ['PUT', `${PROJECT}/api-key/k/spend-limit`, ['spending']],
  // What is in a project isn't refetched with it.
  ['PATCH', PROJECT, ['project']],
  // Drafts and runs keep themselves up to date, and a search changes nothing.
  ['PUT', `${PROJECT}/task/t/draft`, []],
  ['POST', `${PROJECT}/collection/c/search`, []],
])('refetches what %s %s changes', async (method, path, expected) => {
  expect(await staleAfter(method, path)).toEqual(expected);
});

it('starts a first load again that began before the change', async () => {
  const client = new QueryClient();
  const first = Promise.withResolvers<string>();
  const answers = [first.promise, Promise.resolve('after')];
  const observer = new QueryObserver(client, {
    queryKey: KEYS.list,
    queryFn: () => answers.shift() ?? 'later',
  });
  const stop = observer.subscribe(() => undefined);
  const refreshing = refreshAfter(client, `${PROJECT}/webhook`, 'POST');
  first.resolve('before');
  await refreshing;
  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  stop();
});
