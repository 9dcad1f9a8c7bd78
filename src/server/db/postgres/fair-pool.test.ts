import { afterAll, describe, expect, it } from 'vitest';
import { testPostgres } from '../../../../tests/support/postgres.ts';
import { onBehalfOf } from '../turns/cause.ts';
import { FairPool } from './fair-pool.ts';

const url = await testPostgres();

describe.skipIf(url === undefined)('connections to PostgreSQL', () => {
  const pool = new FairPool({ connectionString: url, max: 3, connectionTimeoutMillis: 500 });
  afterAll(() => pool.end());
  const query = (caller: string, text = 'select 1') => onBehalfOf(caller, () => pool.query(text));

  it('are given to callers in turn', async () => {
    // Opening a connection takes as long as many queries.
    await Promise.all(['a', 'b', 'c'].map((caller) => query(caller)));
    const done: string[] = [];
    const ask = (name: string) =>
      query(name.slice(0, 1), 'select pg_sleep(0.002)').then(() => done.push(name));
    await Promise.all([...Array.from({ length: 50 }, (_, n) => ask(`a${n}`)), ask('b'), ask('c')]);
    expect(done).toHaveLength(52);
    expect(done.indexOf('b')).toBeLessThan(10);
    expect(done.indexOf('c')).toBeLessThan(10);
  });

  it('are left to others by slow queries of one caller', async () => {
    const slow = Array.from({ length: 5 }, () => query('a', 'select pg_sleep(0.4)'));
    const began = performance.now();
    await query('b');
    expect(performance.now() - began).toBeLessThan(300);
    await Promise.allSettled(slow);
  });

  it('are free again after an error, and are not waited for without end', async () => {
    await expect(query('a', 'select nothing')).rejects.toThrow('nothing');
    const held = await Promise.all([pool.connect(), onBehalfOf('b', () => pool.connect())]);
    const third = await onBehalfOf('c', () => pool.connect());
    await expect(query('d')).rejects.toThrow('timeout');
    for (const client of [...held, third]) client.release();
    await expect(query('d')).resolves.toMatchObject({ rowCount: 1 });
  });
});
