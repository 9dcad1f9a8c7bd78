import type { Message } from '../run/execution/ask-model.ts';
import type { Stores } from '../stores.ts';
import type { ChatMessageRow } from './chat.store.ts';

/** The most messages and characters of a conversation that a model is given. */
const MESSAGES_MAX = 100;
const CHARACTERS_MAX = 24_000;

/** The messages up to and including the given one, oldest first, as models take them. */
export async function conversationOf(
  { chat }: Pick<Stores, 'chat'>,
  lastId: string,
): Promise<Message[]> {
  const newestFirst = await chat.ancestors(lastId, MESSAGES_MAX);
  const used: Message[] = [];
  let length = 0;
  for (const row of newestFirst) {
    const content = contentOf(row);
    length += content.length;
    if (length > CHARACTERS_MAX) break;
    if (content.trim() !== '') used.push({ role: row.role, content });
  }
  return used.reverse();
}

/** Citations are removed: their numbers would be confused with those of other passages. */
function contentOf({ role, text, inputs }: ChatMessageRow): string {
  if (role === 'user') return inputs === null ? text : JSON.stringify(inputs);
  return text.replace(/\s?\[\d+\]/g, '');
}
