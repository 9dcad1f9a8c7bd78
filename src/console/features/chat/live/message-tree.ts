import type { ChatMessage } from '#generated/model/index.ts';

export type MessageMap = ReadonlyMap<string, ChatMessage>;

/** The branch that ends with a message, oldest first, as far as it is loaded. */
export function branchTo<M extends Pick<ChatMessage, 'id' | 'parent_id'>>(
  messages: ReadonlyMap<string, M>,
  leafId: string | null,
): M[] {
  const branch: M[] = [];
  let next = leafId === null ? undefined : messages.get(leafId);
  // A parent is always older, so a branch can't be longer than the map.
  while (next && branch.length < messages.size) {
    branch.push(next);
    next = next.parent_id === null ? undefined : messages.get(next.parent_id);
  }
  return branch.reverse();
}

/** The newest message of all that follow a message, or itself. */
export function newestBelow(messages: MessageMap, id: string): string {
  const below = new Set([id]);
  let newest = id;
  const inOrder = [...messages.values()].sort((a, b) => a.position - b.position);
  for (const message of inOrder) {
    if (message.parent_id === null || !below.has(message.parent_id)) continue;
    below.add(message.id);
    newest = message.id;
  }
  return newest;
}

/** The newest message in all branches; null if there is none. */
export function newest(messages: MessageMap): string | null {
  let found: ChatMessage | undefined;
  for (const message of messages.values())
    if (!found || message.position > found.position) found = message;
  return found?.id ?? null;
}

/**
 * Adds messages, or newer states of them. While an answer is being written, the text that has arrived is often ahead of
 * the stored one.
 */
export function withMessages(messages: MessageMap, added: readonly ChatMessage[]): MessageMap {
  const next = new Map(messages);
  for (const message of added) {
    const known = next.get(message.id);
    if (known && known.change > message.change) continue;
    const isAhead =
      known !== undefined && message.ended_at === null && known.text.length > message.text.length;
    // A message lists the alternatives of when it was read, and that doesn't count as a change of it.
    const siblings = known?.sibling_ids ?? [];
    const sibling_ids =
      siblings.length > message.sibling_ids.length ? siblings : message.sibling_ids;
    const text = isAhead ? known.text : message.text;
    next.set(message.id, { ...message, text, sibling_ids });
    addSibling(next, message);
  }
  return next;
}

/** The alternatives of a new message list it too. */
function addSibling(messages: Map<string, ChatMessage>, { id, sibling_ids }: ChatMessage): void {
  for (const sibling of sibling_ids) {
    const other = messages.get(sibling);
    if (sibling !== id && other && !other.sibling_ids.includes(id))
      messages.set(sibling, { ...other, sibling_ids });
  }
}
