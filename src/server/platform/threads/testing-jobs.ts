import { threadId } from 'node:worker_threads';

/** Functions for the tests of threads. */
export const JOBS = {
  add: async () => (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0),
  length: async () => (bytes: Uint8Array) => bytes.length,
  thread: async () => () => threadId,
  throw: async () => () => {
    throw new TypeError('Not today');
  },
  spin: async () => () => {
    for (;;);
  },
  exit: async () => () => process.exit(3),
  eat: async () => () => {
    const eaten: number[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, n) => n + Math.random()));
  },
};
