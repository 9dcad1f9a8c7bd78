import { isTyping } from '#console/ui/keyboard/page-keys.ts';
import { type Keys, matchesChord, mayAct } from './chords.ts';

export type Registered = {
  keys: Keys;
  label: string;
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Whether the shortcut is ignored in text fields, where the browser's own meaning applies, as for undo. */
  leavesFields?: boolean | undefined;
};

/** How long (ms) to wait for the second key of a sequence. */
const sequencePause = 1000;

let all: readonly Registered[] = [];
const listeners = new Set<() => void>();
let first: { key: string; at: number } | null = null;

/** Registers a shortcut; the latest wins when two have the same keys. Returns the cleanup function. */
export function register(shortcut: Registered): () => void {
  if (all.length === 0) document.addEventListener('keydown', onKeyDown);
  all = [...all, shortcut];
  notify();
  return () => {
    all = all.filter((each) => each !== shortcut);
    if (all.length === 0) document.removeEventListener('keydown', onKeyDown);
    notify();
  };
}

/** For useSyncExternalStore. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All active shortcuts. */
export function registered(): readonly Registered[] {
  return all;
}

function notify(): void {
  for (const listener of listeners) listener();
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const started = first && event.timeStamp - first.at < sequencePause ? first.key : null;
  first = null;
  const found = [...all].reverse().find(({ keys }) => {
    const [start, end] = keys.split(' ') as [string, string?];
    if (end === undefined) return started === null && matchesChord(event, start);
    return started === start && matchesChord(event, end);
  });
  if (found) {
    if (!mayAct(event, found.keys) || (found.leavesFields && isTyping(event))) return;
    event.preventDefault();
    found.run(event);
    return;
  }
  const begins = all
    .map(({ keys }) => keys.split(' '))
    .find(([start, end]) => {
      return end !== undefined && start !== undefined && matchesChord(event, start);
    })?.[0];
  if (begins && mayAct(event, begins)) first = { key: begins, at: event.timeStamp };
}
