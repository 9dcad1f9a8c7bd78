/** What pages are told. */
export interface WidgetEvents {
  /** It can be opened. */
  ready: Record<string, never>;
  open: Record<string, never>;
  close: Record<string, never>;
  /** The visitor has written something. */
  message: { text: string };
  /** An answer has ended. */
  answer: { id: string; text: string; status: string };
  /** Something went wrong, in the words that the visitor saw. */
  error: { message: string };
}
export type EventName = keyof WidgetEvents;
type Listener = (detail: unknown) => void;

export type Emit = <Name extends EventName>(name: Name, detail: WidgetEvents[Name]) => void;

/**
 * Events reach listeners, `taskloom:…` events of the window, and the page around it if this one is in a frame.
 * @param origins the pages that may listen: of the script, and of this page
 */
export function createEvents(origins: readonly string[]) {
  const listeners = new Map<string, Set<Listener>>();

  const emit: Emit = (name, detail) => {
    for (const listener of [...(listeners.get(name) ?? [])]) guarded(() => listener(detail));
    dispatchEvent(new CustomEvent(`taskloom:${name}`, { detail }));
    if (parent === window) return;
    for (const origin of origins) parent.postMessage({ taskloom: 'event', name, detail }, origin);
  };

  return {
    emit,
    /** Returns the unsubscribe function. */
    on(name: string, listener: Listener): () => void {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}

/** An error in a page's listener must not break the widget. */
function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    console.error(error);
  }
}
