import { messageOf } from '#console/api/error-message.ts';
import { sendFile, UploadRefused } from '#console/modules/upload/send-file.ts';
import { GENERIC_MESSAGE, MESSAGES, VALIDATION } from '#core/messages.ts';
import {
  type UploadItem,
  type UploadTarget,
  withAdded,
  withCancelled,
  withChanged,
  withRetried,
  withStarted,
} from './upload-queue.ts';
import { EMPTY_QUEUE, useUploadStore } from './upload-state.ts';

const files = new Map<string, File>();
let running = new AbortController();

/**
 * Adds files to the queue and starts sending them.
 * @param maxMb the maximum document size, in MB; undefined if unknown
 */
export function upload(target: UploadTarget, given: readonly File[], maxMb?: number): void {
  const items = given.map((file): UploadItem => {
    const id = crypto.randomUUID();
    files.set(id, file);
    const error = sizeProblem(file.size, maxMb);
    const state = error === null ? 'waiting' : 'failed';
    return {
      id,
      target,
      name: file.name,
      size: file.size,
      sent: 0,
      state,
      error,
      documentId: null,
    };
  });
  useUploadStore.setState((queue) => withAdded(queue, items));
  sendNext();
}

/** Sends the failed files again. */
export function retryUploads(): void {
  useUploadStore.setState((queue) => withRetried(queue, Date.now()));
  sendNext();
}

/** Cancels the uploads that haven't finished. */
export function cancelUploads(): void {
  running.abort();
  running = new AbortController();
  useUploadStore.setState(withCancelled);
  window.removeEventListener('beforeunload', warn);
}

/** Clears the list, unless something is still being sent. */
export function clearUploads(): void {
  files.clear();
  useUploadStore.setState(EMPTY_QUEUE);
}

function sendNext(): void {
  const { queue, started } = withStarted(useUploadStore.getState(), Date.now());
  if (started.length === 0) return;
  useUploadStore.setState(queue);
  window.addEventListener('beforeunload', warn);
  for (const item of started) void send(item);
}

async function send({ id, target }: UploadItem): Promise<void> {
  const { signal } = running;
  const file = files.get(id);
  const change = (changes: Partial<UploadItem>) => {
    if (!signal.aborted) useUploadStore.setState((queue) => withChanged(queue, id, changes));
  };
  try {
    if (!file) throw new UploadRefused();
    const documentId = await sendFile(file, target, {
      signal,
      onSent: (sent) => change({ sent }),
      onOffline: (offline) => change({ state: offline ? 'offline' : 'sending' }),
    });
    files.delete(id);
    change({ state: 'done', documentId });
  } catch (error) {
    change({ state: 'failed', error: reasonOf(error) });
  }
  if (signal.aborted) return;
  sendNext();
  const isOver = useUploadStore
    .getState()
    .items.every(({ state }) => state === 'done' || state === 'failed');
  if (isOver) window.removeEventListener('beforeunload', warn);
}

function reasonOf(error: unknown): string {
  if (error instanceof UploadRefused) return error.message || GENERIC_MESSAGE;
  return messageOf(error, 'document.add');
}

function sizeProblem(size: number, maxMb: number | undefined): string | null {
  if (size === 0) return VALIDATION.fileEmpty;
  return maxMb !== undefined && size > maxMb * 1024 * 1024 ? MESSAGES.image.tooLarge(maxMb) : null;
}

/** Leaving the page would lose the uploads that are in progress. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
