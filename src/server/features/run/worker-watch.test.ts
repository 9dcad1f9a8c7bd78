import { expect, it } from 'vitest';
import { createWorkerWatch } from './worker-watch.ts';

const worker = (seen_at: string) => [{ id: 'worker_1', seen_at }];
const nobody = new Set<string>();
const connected = new Set(['worker_1']);

it('takes a process without connection for dead after 5 seconds of silence', () => {
  const look = createWorkerWatch();
  // Its heartbeat is old because the database was down: that alone means nothing.
  for (let i = 0; i < 5; i += 1) expect(look(worker('old'), nobody)).toEqual([]);
  expect(look(worker('old'), nobody)).toEqual(worker('old'));
});

it('waits longer for one that is stalled but connected', () => {
  const look = createWorkerWatch();
  for (let i = 0; i < 30; i += 1) expect(look(worker('old'), connected)).toEqual([]);
  expect(look(worker('old'), connected)).toEqual(worker('old'));
});

it('begins anew after each heartbeat', () => {
  const look = createWorkerWatch();
  for (let i = 0; i < 20; i += 1) {
    for (let j = 0; j < 4; j += 1) expect(look(worker(`beat ${i}`), nobody)).toEqual([]);
  }
  look([], nobody);
  for (let i = 0; i < 5; i += 1) expect(look(worker('beat 19'), nobody)).toEqual([]);
});
