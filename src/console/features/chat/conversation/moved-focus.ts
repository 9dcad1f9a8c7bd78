import { type RefObject, useEffect } from 'react';
import type { ChatMessage } from '#generated/model/index.ts';

/** What takes the focus when it appears: what had it will be replaced by it. */
let expected: string | null = null;

/** Call it when the focused element is about to be replaced, with the name of what replaces it. */
export function moveFocus(name: string): void {
  expected = name;
}

/** Takes the focus over from an element that this one replaced, unless the user has gone elsewhere meanwhile. */
export function useMovedFocus(name: string, ref: RefObject<HTMLElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (expected !== name) return;
    expected = null;
    const isLost = document.activeElement === document.body;
    if (isLost) ref.current?.focus({ preventScroll: true });
  }, [name]);
}

/** The name of an answer that replaces another to the same message. */
export function answerTo({ parent_id }: Pick<ChatMessage, 'parent_id'>): string {
  return `Answer to ${parent_id}`;
}
