/** What the page of a new chat is opened with, as the state of its address. */
export interface FirstMessage {
  /** Whether its draft is sent at once. */
  send?: boolean;
  /** The number of its files. */
  files?: number;
}

/** The files of first messages, by chat: the chat is created before they can be uploaded to it. */
const handed = new Map<string, readonly File[]>();

/** Hands the files of a new chat's first message to the chat's page, which uploads them. */
export function handFiles(chatId: string, files: readonly File[]): void {
  if (files.length > 0) handed.set(chatId, files);
}

/** The files that were handed over for a chat. They stay until `forgetFiles`, because React may discard a render. */
export function filesOf(chatId: string): readonly File[] {
  return handed.get(chatId) ?? [];
}

/** Call it once the page that uploads them is on the screen. */
export function forgetFiles(chatId: string): void {
  handed.delete(chatId);
}
