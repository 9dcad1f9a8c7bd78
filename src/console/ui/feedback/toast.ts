import type { ExternalToast, toast as SonnerToast } from 'sonner';

type Sonner = typeof SonnerToast;
type Call = (sonner: Sonner) => void;

/** sonner is loaded when the page is idle or with the first toast; the console can start without it. */
let sonner: Sonner | null = null;
let waiting: Call[] = [];
let wake: () => void = () => undefined;

function show(call: Call): void {
  if (sonner) {
    call(sonner);
    return;
  }
  waiting.push(call);
  wake();
}

/** The host registers how to load sonner; toasts shown earlier are queued for it. */
export function onFirstToast(start: () => void): void {
  wake = start;
  if (waiting.length > 0) start();
}

/** Called once the host is mounted: shows the queued toasts. Returns the cleanup function. */
export function toastsReady(loaded: Sonner): () => void {
  sonner = loaded;
  const calls = waiting;
  waiting = [];
  for (const call of calls) call(loaded);
  return () => {
    sonner = null;
  };
}

/** Short messages at the bottom of the page. The same text is not shown twice at once. */
export const toast = {
  success: (text: string, options?: ExternalToast) =>
    show((sonner) => sonner.success(text, { id: text, ...options })),
  error: (text: string, options?: ExternalToast) =>
    show((sonner) => sonner.error(text, { id: text, ...options })),
  info: (text: string, options?: ExternalToast) =>
    show((sonner) => sonner(text, { id: text, ...options })),
  /** Reports an action that can be undone while the toast is visible. */
  undo: (text: string, onUndo: () => void, options?: ExternalToast) =>
    show((sonner) => sonner(text, { action: { label: 'Undo', onClick: onUndo }, ...options })),
};
