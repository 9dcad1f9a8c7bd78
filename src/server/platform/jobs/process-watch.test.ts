import { expect, it } from 'vitest';
import { createProcessWatch } from './process-watch.ts';

const seen = (seen_at: string) => [{ id: 'process_1', seen_at }];
const nobody = new Set<string>();
const connected = new Set(['process_1']);

it('takes a process without connection for dead after 5 seconds of silence', () => {
  const look = createProcessWatch();
  // An old heartbeat alone means nothing, because the database may have been down.
  for (let i = 0; i < 5; i += 1) expect(look(seen('old'), nobody)).toEqual([]);
  expect(look(seen('old'), nobody)).toEqual(seen('old'));
});

it('waits longer for one that is stalled but connected', () => {
  const look = createProcessWatch();
  for (let i = 0; i < 30; i += 1) expect(look(seen('old'), connected)).toEqual([]);
  expect(look(seen('old'), connected)).toEqual(seen('old'));
});

it('begins anew after each heartbeat', () => {
  const look = createProcessWatch();
  for (let i = 0; i < 20; i += 1) {
    for (let j = 0; j < 4; j += 1) expect(look(seen(`beat ${i}`), nobody)).toEqual([]);
  }
  look([], nobody);
  for (let i = 0; i < 5; i += 1) expect(look(seen('beat 19'), nobody)).toEqual([]);
});
