import { isApiError } from '#console/api/api-error.ts';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

interface PersistOptions {
  signal: AbortSignal;
  /** Called when the connection is lost. */
  onLost: () => void;
}

/** Repeats a request until the server has responded: it has to be one that can be repeated. */
export async function persist<T>(
  request: () => Promise<T>,
  { signal, onLost }: PersistOptions,
): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    try {
      return await request();
    } catch (error) {
      // The first attempt may still be in progress.
      const mayPass = isApiError(error, 0) || isApiError(error, 503) || isRepeated(error);
      if (signal.aborted || !mayPass) throw error;
      if (isApiError(error, 0)) onLost();
      await untilOnline(pause, signal);
    }
  }
}

function isRepeated(error: unknown): boolean {
  return isApiError(error) && error.code === 'idempotency_conflict';
}

/** Waits for some time, or until the browser is online again. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
