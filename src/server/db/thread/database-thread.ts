import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { loadLeanModules } from '../../lean-modules.ts';
import { giveMemoryBackSoon } from '../../spare-memory.ts';
import type { Answer, Message } from './messages.ts';

loadLeanModules();
const { createClient } = await import('./create-client.ts');
const client: PGlite = await createClient(workerData.folder);
// Start-up's garbage of this thread's own heap.
giveMemoryBackSoon();

interface Open {
  tx: Transaction;
  /** Ends the transaction, by an error if there is one. */
  end(error?: Error): void;
  done: Promise<unknown>;
}
const transactions = new Map<number, Open>();
const stops = new Map<number, () => Promise<void>>();
const post = (answer: Answer) => parentPort?.postMessage(answer);

async function perform(message: Message): Promise<unknown> {
  const { id, within, kind } = message;
  const open = within === undefined ? undefined : transactions.get(within);
  if (within !== undefined && !open) throw new Error('The transaction has ended');
  const on = open?.tx ?? client;
  switch (kind) {
    case 'query': {
      const { sql, params, rowMode } = message;
      const { rows, affectedRows } = await on.query(sql, params, rowMode && { rowMode });
      return { rows, affectedRows };
    }
    case 'exec':
      return (await on.exec(message.sql)).map(({ rows }) => ({ rows }));
    case 'begin':
      return begin(id);
    case 'commit':
      open?.end();
      await open?.done;
      return;
    case 'rollback':
      open?.end(new Error('Rolled back'));
      await open?.done.catch(() => undefined);
      return;
    case 'listen':
      stops.set(
        id,
        await client.listen(message.channel, (payload) => post({ listener: id, payload })),
      );
      return;
    case 'unlisten':
      await stops.get(message.listener)?.();
      stops.delete(message.listener);
      return;
    case 'close':
      await client.close();
  }
}

/** Begins a transaction, which stays open until another message commits it or rolls it back. */
function begin(id: number): Promise<void> {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const done = client.transaction(async (tx) => {
    const end = (error?: Error) => (error ? ended.reject(error) : ended.resolve());
    transactions.set(id, { tx, end, done });
    begun.resolve();
    await ended.promise;
  });
  done.catch(begun.reject).finally(() => transactions.delete(id));
  return begun.promise;
}

/** Cloning an error would lose its code and constraint. The other fields aren't needed or can't be cloned. */
function textsOf(error: Error): Record<string, unknown> {
  return Object.fromEntries(Object.entries(error).filter(([, value]) => typeof value === 'string'));
}

parentPort?.on('message', (message: Message) => {
  const { id } = message;
  perform(message).then(
    (value) => post({ id, value }),
    (error: Error) => post({ id, error: { ...textsOf(error), message: error.message } }),
  );
});
post({ isReady: true });
