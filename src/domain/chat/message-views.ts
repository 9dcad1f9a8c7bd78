import type { ChatAttachment, ChatMessage } from '#generated/model/index.ts';
import type { Stores } from '../stores.ts';
import { asView } from '../view.ts';
import type { AttachmentInfo } from './chat.store.ts';
import type { ChatMessageRow } from './chat.tables.ts';
import { toMessage } from './chat-views.ts';

/** The folder of attached images. */
export const ATTACHMENTS = 'attachment';

/** An attachment without its contents. */
export function toAttachment(row: AttachmentInfo): ChatAttachment {
  const url = row.file === null ? null : `/files/${ATTACHMENTS}/${row.file}`;
  return asView('ChatAttachment', row, { url });
}

/** The branches of messages of one chat: all messages with the same parent, oldest first. */
export async function siblingIdsOf(
  { chat }: Pick<Stores, 'chat'>,
  rows: readonly ChatMessageRow[],
): Promise<(row: ChatMessageRow) => string[]> {
  const [first] = rows;
  if (!first) return () => [];
  const parents = [...new Set(rows.map(({ parent_id }) => parent_id))];
  const children = await chat.children(first.chat_id, parents);
  const siblings = Map.groupBy(children, ({ parent_id }) => parent_id);
  return ({ parent_id }) => (siblings.get(parent_id) ?? []).map(({ id }) => id);
}

/** Messages of one chat with their branches and attachments, in two queries. */
export async function messageViews(
  stores: Pick<Stores, 'chat'>,
  rows: readonly ChatMessageRow[],
): Promise<ChatMessage[]> {
  const { chat } = stores;
  const attached = rows.flatMap(({ attachment_ids }) => attachment_ids);
  const [siblingIds, attachments] = await Promise.all([
    siblingIdsOf(stores, rows),
    attached.length === 0 ? [] : chat.attachmentsOf([...new Set(attached)]),
  ]);
  const attachmentOf = new Map(attachments.map((row) => [row.id, toAttachment(row)]));
  return rows.map((row) =>
    toMessage(row, {
      siblingIds: siblingIds(row),
      attachments: row.attachment_ids.flatMap((id) => attachmentOf.get(id) ?? []),
    }),
  );
}

/** One message. */
export async function messageView(
  stores: Pick<Stores, 'chat'>,
  row: ChatMessageRow,
): Promise<ChatMessage> {
  const [view] = await messageViews(stores, [row]);
  if (!view) throw new TypeError('A message has no view');
  return view;
}
