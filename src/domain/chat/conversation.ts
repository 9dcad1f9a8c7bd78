import type { Conversation, PastMessage } from '../run/execution/context/conversation.ts';
import type { Stores } from '../stores.ts';
import type { PastMessageRow } from './chat.store.ts';

/** How many messages are read. Older ones are summarised, unless summarising has failed again and again. */
const MESSAGES_MAX = 200;

/** The messages before an answer, and the summary of those that come before them. */
export interface Past extends Pick<Conversation, 'summary' | 'isCut'> {
  messages: (PastMessage & { attachmentIds: readonly string[] })[];
  /** All attachments of those messages and of the summarised ones among those read, newest first. */
  attachmentIds: string[];
}

/**
 * The messages up to and including the given one, without those that the nearest summary covers.
 * @param lastId null for the first message of a chat
 */
export async function pastOf({ chat }: Pick<Stores, 'chat'>, lastId: string | null): Promise<Past> {
  if (lastId === null) return { messages: [], summary: null, isCut: false, attachmentIds: [] };
  const newestFirst = await chat.past(lastId, MESSAGES_MAX);
  const summary = newestFirst.find((row) => row.summary !== null)?.summary ?? null;
  const end = newestFirst.findIndex(({ id }) => id === summary?.through_id);
  const used = end < 0 ? newestFirst : newestFirst.slice(0, end);
  return {
    messages: used.map(toPast).filter(hasContent).reverse(),
    summary,
    isCut: end < 0 && newestFirst.at(-1)?.parent_id !== null,
    attachmentIds: newestFirst.flatMap(({ attachment_ids }) => attachment_ids),
  };
}

/** Citations are removed: their numbers would be confused with those of other passages. */
function toPast({ id, role, text, inputs, attachment_ids: attachmentIds }: PastMessageRow) {
  const said = inputs === null ? text : JSON.stringify(inputs);
  const content = role === 'user' ? said : text.replace(/\s?\[\d+(?:, \d+)*\]/g, '');
  return { id, role, content, attachmentIds };
}

/** The messages with the names of their files. */
export function withNames(
  messages: Past['messages'],
  names: ReadonlyMap<string, string>,
): PastMessage[] {
  return messages.map(({ attachmentIds, content, ...message }) => {
    const attached = attachmentIds.flatMap((id) => names.get(id) ?? []);
    const note = attached.length > 0 ? `\n[Attached: ${attached.join(', ')}]` : '';
    return { ...message, content: content + note };
  });
}

/** Answers that failed or were stopped at once have none. */
function hasContent({ content }: PastMessage): boolean {
  return content.trim() !== '';
}
