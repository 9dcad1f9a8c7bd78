import { DAY_MS } from '#core/limits.ts';
import type { Domain } from '../domain.ts';
import { RESTORE_DAYS } from './chat.service.ts';
import type { ChatAttachmentRow } from './chat.tables.ts';
import { ATTACHMENTS } from './message-views.ts';

/** How long a file waits for the message that it belongs to. */
const UNSENT_DAYS = 1;
/** Rows per statement. On the embedded database, all other queries wait for it. */
const BATCH = 50;

/**
 * Deletes what is over, in small batches: chats that were deleted 30 days ago, visitors who have expired with their
 * conversations, files that were never sent, and what deleted projects, widgets and chats leave behind.
 */
export async function sweepChats(
  domain: Pick<Domain, 'stores' | 'files'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const { chats, visitors, attachments } = domain.stores.chat;
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

  async function repeat(deleteSome: () => Promise<number>): Promise<void> {
    while (!signal.aborted && (await deleteSome()) > 0);
  }

  const restorable = { deleted_at: { lt: before(RESTORE_DAYS) } };
  await repeat(async () => {
    const rows = await chats.list({ where: restorable, order: ['id'], limit: BATCH });
    const ids = rows.map(({ id }) => id);
    // Unless it was restored in the meantime.
    return ids.length === 0 ? 0 : chats.delete({ id: { in: ids }, ...restorable });
  });
  const expired = { expires_at: { lt: now.toISOString() } };
  await repeat(async () => {
    const rows = await visitors.list({ where: expired, order: ['id'], limit: BATCH });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const widgets = [...new Set(rows.map(({ widget_id }) => widget_id))];
    await chats.delete({ widget_id: { in: widgets }, owner_id: { in: ids } });
    await visitors.delete({ id: { in: ids } });
    return ids.length;
  });
  const unsent = { message_id: null, created_at: { lt: before(UNSENT_DAYS) } };
  /** Unless it was sent in the meantime. Its file goes last: nothing refers to it any more. */
  async function discard(rows: readonly Pick<ChatAttachmentRow, 'id' | 'file'>[], where = {}) {
    let discarded = 0;
    for (const { id, file } of rows) {
      if ((await attachments.delete({ id, ...where })) === 0) continue;
      discarded += 1;
      if (file !== null) await domain.files.remove(ATTACHMENTS, file);
    }
    return discarded;
  }
  await repeat(async () =>
    discard(await attachments.list({ where: unsent, order: ['id'], limit: BATCH }), unsent),
  );
  await domain.stores.chat.deleteOrphans(signal);
  await repeat(async () => discard(await domain.stores.chat.strayAttachments(BATCH)));
}
