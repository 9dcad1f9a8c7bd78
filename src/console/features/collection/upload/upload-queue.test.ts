import { expect, it } from 'vitest';
import {
  documentsOf,
  PARALLEL_UPLOADS,
  summaryOf,
  type UploadItem,
  withAdded,
  withCancelled,
  withChanged,
  withRetried,
  withStarted,
} from './upload-queue.ts';
import { EMPTY_QUEUE } from './upload-state.ts';

const target = { orgId: 'o', projectId: 'p', collectionId: 'c', collectionName: 'Handbook' };
const item = (id: string, change: Partial<UploadItem> = {}): UploadItem => ({
  id,
  target,
  name: `${id}.txt`,
  size: 100,
  sent: 0,
  state: 'waiting',
  error: null,
  documentId: null,
  ...change,
});
const five = withAdded(
  EMPTY_QUEUE,
  ['a', 'b', 'c', 'd', 'e'].map((id) => item(id)),
);

it('sends three files at a time, in order, and starts the next when one has arrived', () => {
  const first = withStarted(five, 1000);
  expect(first.started.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(withStarted(first.queue, 1000).started).toEqual([]);
  const next = withStarted(withChanged(first.queue, 'b', { state: 'done' }), 2000);
  expect(next.started.map(({ id }) => id)).toEqual(['d']);
  expect(next.queue.startedAt).toBe(1000);
});

it('keeps the slot of a file that is waiting for the connection', () => {
  const { queue } = withStarted(five, 0);
  const offline = withChanged(queue, 'a', { state: 'offline' });
  expect(withStarted(offline, 0).started).toEqual([]);
  expect(summaryOf(offline, 0).isOffline).toBe(true);
  expect(PARALLEL_UPLOADS).toBe(3);
});

it('summarises a batch and estimates the remaining time from the speed so far', () => {
  let { queue } = withStarted(five, 0);
  queue = withChanged(queue, 'a', { state: 'done' });
  queue = withChanged(queue, 'b', { state: 'failed', error: 'The file is empty' });
  queue = withChanged(queue, 'c', { sent: 60 });
  expect(summaryOf(queue, 4000)).toEqual({
    total: 5,
    done: 1,
    failed: 1,
    open: 3,
    isOffline: false,
    share: 0.4,
    remainingMs: 6000,
  });
  expect(summaryOf(queue, 1000).remainingMs).toBeNull();
});

it('is complete when nothing is left to send', () => {
  const done = withAdded(EMPTY_QUEUE, [item('a', { state: 'done', size: 0 })]);
  expect(summaryOf(done, 9000)).toMatchObject({ open: 0, share: 1, remainingMs: null });
});

it('retries the failed files only, from their beginning', () => {
  const failed = withChanged(five, 'a', { state: 'failed', error: 'No', sent: 50 });
  const queue = withRetried(withChanged(failed, 'b', { state: 'done' }), 5000);
  expect(queue.items.map(({ state }) => state)).toEqual([
    'waiting',
    'done',
    'waiting',
    'waiting',
    'waiting',
  ]);
  expect(queue.items[0]).toMatchObject({ sent: 0, error: null });
});

it('cancels what has not arrived', () => {
  const { queue } = withStarted(five, 0);
  const left = withCancelled(withChanged(queue, 'a', { state: 'done' }));
  expect(left.items.map(({ id }) => id)).toEqual(['a']);
  expect(withCancelled(five)).toEqual(EMPTY_QUEUE);
});

it('knows the documents of each collection, so that failures of others are not counted', () => {
  const other = { ...target, collectionId: 'd' };
  const items = [
    item('a', { state: 'done', documentId: 'document_a' }),
    item('b', { state: 'done', documentId: 'document_b', target: other }),
    item('c'),
  ];
  expect([...documentsOf(items, target)]).toEqual(['document_a']);
  expect([...documentsOf(items, other)]).toEqual(['document_b']);
});
