import { localWork } from '#console/modules/user/local-work.ts';

const keyOf = (chatId: string) => localWork.chat + chatId;

/** What was typed in a chat and not sent yet. */
export function loadDraft(chatId: string): string {
  try {
    return localStorage.getItem(keyOf(chatId)) ?? '';
  } catch {
    return '';
  }
}

/** Remembers what is typed. Losing it to full or blocked storage is acceptable. */
export function saveDraft(chatId: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(chatId));
    else localStorage.setItem(keyOf(chatId), text);
  } catch {
    // Storage is blocked or full: the composer works without it.
  }
}
