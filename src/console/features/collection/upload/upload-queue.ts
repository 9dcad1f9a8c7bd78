/** The collection that the documents are uploaded to. */
export interface UploadTarget {
  orgId: string;
  projectId: string;
  collectionId: string;
  collectionName: string;
}

type UploadState = 'waiting' | 'sending' | 'offline' | 'done' | 'failed';

/** The upload of one file. The `File` itself is kept elsewhere, because it isn't serialisable state. */
export interface UploadItem {
  id: string;
  target: UploadTarget;
  name: string;
  /** In bytes. */
  size: number;
  sent: number;
  state: UploadState;
  /** Why it failed; null unless it did. */
  error: string | null;
  /** The document that it has become; null until it has arrived. */
  documentId: string | null;
}

/** All files of this tab since the tray was last closed. */
export interface UploadQueue {
  items: readonly UploadItem[];
  /** When the first byte was sent (ms since 1970); null while nothing is being sent. */
  startedAt: number | null;
}

export interface UploadSummary {
  total: number;
  done: number;
  failed: number;
  /** The number of files that have neither arrived nor failed. */
  open: number;
  isOffline: boolean;
  /** The share of bytes that have arrived, from 0 to 1. */
  share: number;
  /** The estimated remaining time (ms) at the current speed; null while that is unknown. */
  remainingMs: number | null;
}

/** The number of concurrent uploads. */
export const PARALLEL_UPLOADS = 3;
/** The speed is estimated only after this time (ms). */
const SPEED_AFTER = 2000;

export function withAdded(queue: UploadQueue, items: readonly UploadItem[]): UploadQueue {
  return { ...queue, items: [...queue.items, ...items] };
}

export function withChanged(
  queue: UploadQueue,
  id: string,
  change: Partial<UploadItem>,
): UploadQueue {
  return {
    ...queue,
    items: queue.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
  };
}

/** Starts the next uploads, up to the concurrency limit. */
export function withStarted(
  queue: UploadQueue,
  now: number,
): { queue: UploadQueue; started: UploadItem[] } {
  const active = queue.items.filter(isActive).length;
  const started = queue.items
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, PARALLEL_UPLOADS - active));
  if (started.length === 0) return { queue, started };
  const ids = new Set(started.map(({ id }) => id));
  const items = queue.items.map(
    (item): UploadItem => (ids.has(item.id) ? { ...item, state: 'sending' } : item),
  );
  return { queue: { items, startedAt: queue.startedAt ?? now }, started };
}

/** Puts failed files back into the queue. */
export function withRetried(queue: UploadQueue, now: number): UploadQueue {
  const items = queue.items.map(
    (item): UploadItem =>
      item.state === 'failed' ? { ...item, state: 'waiting', sent: 0, error: null } : item,
  );
  return { items, startedAt: now };
}

/** Removes the uploads that haven't finished. */
export function withCancelled(queue: UploadQueue): UploadQueue {
  const items = queue.items.filter(({ state }) => state === 'done' || state === 'failed');
  return { items, startedAt: items.length === 0 ? null : queue.startedAt };
}

/** The documents that arrived in a collection. */
export function documentsOf(items: readonly UploadItem[], target: UploadTarget): Set<string> {
  const own = items.filter((item) => item.target.collectionId === target.collectionId);
  return new Set(own.flatMap(({ documentId }) => documentId ?? []));
}

export function summaryOf({ items, startedAt }: UploadQueue, now: number): UploadSummary {
  const counts = { done: 0, failed: 0 };
  let bytes = 0;
  let sent = 0;
  for (const item of items) {
    if (item.state === 'done') counts.done += 1;
    if (item.state === 'failed') counts.failed += 1;
    else {
      bytes += item.size;
      sent += item.state === 'done' ? item.size : item.sent;
    }
  }
  const open = items.length - counts.done - counts.failed;
  const spent = startedAt === null ? 0 : now - startedAt;
  const isKnown = open > 0 && sent > 0 && spent >= SPEED_AFTER;
  return {
    total: items.length,
    ...counts,
    open,
    isOffline: items.some(({ state }) => state === 'offline'),
    share: bytes === 0 ? 1 : sent / bytes,
    remainingMs: isKnown ? ((bytes - sent) / sent) * spent : null,
  };
}

function isActive({ state }: UploadItem): boolean {
  return state === 'sending' || state === 'offline';
}
