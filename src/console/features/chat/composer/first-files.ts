/** The files of first messages, by chat: the chat is created before they can be uploaded to it. */
const handed = new Map<string, readonly File[]>();

/** Hands the files of a new chat's first message to the chat's page, which uploads them. */
export function handFiles(chatId: string, files: readonly File[]): void {
  if (files.length > 0) handed.set(chatId, files);
}

/** The files that were handed over for a chat, once. */
export function takeFiles(chatId: string): readonly File[] {
  const files = handed.get(chatId) ?? [];
  handed.delete(chatId);
  return files;
}
