import { isDialogOpen, isLayerOpen, isTyping } from '#console/ui/keyboard/page-keys.ts';

/** A chord: `mod+shift+I`, `C`, `?`; or a sequence of two: `G T`. */
export type Keys = string;

/** Whether a key event matches a chord. `mod` is ⌘ on a Mac and Ctrl elsewhere; either is accepted. */
export function matchesChord(event: KeyboardEvent, chord: string): boolean {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  if ((event.metaKey || event.ctrlKey) !== wants('mod')) return false;
  if (event.altKey !== wants('alt')) return false;
  // Which symbol Shift produces depends on the keyboard, so Shift only distinguishes letters and named keys.
  const isSymbol = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  if (!isSymbol && event.shiftKey !== wants('shift')) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

/** Whether a shortcut may act now: no plain keys while typing, and none behind an open dialog or menu. */
export function mayAct(event: KeyboardEvent, keys: Keys): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  return keys.includes('mod+') ? !isDialogOpen() : !isLayerOpen() && !isTyping(event);
}

/** The keys of a shortcut, for display: `mod+Enter` → mod, Enter. */
export function keyCaps(keys: Keys): string[] {
  return keys.split(/[+ ]/);
}
