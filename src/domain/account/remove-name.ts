import type { Domain } from '../domain.ts';
import type { Stores } from '../stores.ts';
import type { Table, Where } from '../table.ts';
import { AVATARS } from '../user/user.service.ts';
import type { ErasureRow } from './account.store.ts';

/** In place of the name of somebody whose account was deleted. */
export const DELETED_USER = 'Deleted user';

/** Rows per statement in tables that may be very large. */
const BATCH = 200;

/**
 * Replaces a deleted person's name in what stays, such as runs, tasks and audit entries. Their ID stays, so that one
 * still sees what the same person did. Doing it again changes nothing.
 */
export async function removeName(
  { stores, files }: Pick<Domain, 'stores' | 'files'>,
  { id, email, avatar }: ErasureRow,
  signal: AbortSignal,
): Promise<void> {
  const creator = [{ created_by_id: id }, { created_by_name: DELETED_USER }] as const;
  await stores.task.tasks.change(...creator);
  await stores.template.templates.change(...creator);
  await stores.collection.collections.change(...creator);
  await stores.collection.questions.change(...creator);
  await stores.collection.documents.change(...creator);
  await stores.datasource.sources.change(...creator);
  await stores.evaluation.datasets.change(...creator);
  await stores.evaluation.evaluations.change(...creator);
  await stores.webhook.webhooks.change(...creator);
  await stores.oauth.clients.change(...creator);
  await stores.chat.widgets.change(...creator);
  await stores.chat.links.change(...creator);
  await stores.chat.chats.change({ owner_id: id }, { owner_name: DELETED_USER });
  const editor = [{ updated_by_id: id }, { updated_by_name: DELETED_USER }] as const;
  await stores.task.drafts.change(...editor);
  await stores.tool.credentials.change(...editor);
  await stores.task.revisions.change({ author_id: id }, { author_name: DELETED_USER });
  const inviter = { invited_by_name: DELETED_USER };
  await stores.invitation.invitations.change({ invited_by_id: id }, inviter);
  await stores.run.rejected.change({ caller_id: id }, { caller_name: DELETED_USER });

  await inBatches(stores.run.runs, { caller_id: id }, { caller_name: DELETED_USER }, signal);
  const author = { author_name: DELETED_USER };
  await inBatches(stores.chat.messages, { author_id: id }, author, signal);
  await inAuditLog(stores, { id, email }, signal);

  if (signal.aborted) return;
  // Identical pictures share one file.
  const isUsed = avatar !== null && (await stores.user.users.find({ avatar }));
  if (avatar !== null && !isUsed) await files.remove(AVATARS, avatar);
  await stores.account.erasures.delete({ id });
}

async function inAuditLog(
  { audit: { entries } }: Stores,
  { id, email }: Pick<ErasureRow, 'id' | 'email'>,
  signal: AbortSignal,
): Promise<void> {
  await inBatches(entries, { actor_id: id }, { actor_name: DELETED_USER }, signal);
  await inBatches(entries, { target_id: id }, { target_name: DELETED_USER }, signal);
  // The address is also in what changed.
  const invited = { target_type: 'invitation', target_name: email } as const;
  await inBatches(entries, invited, { target_name: DELETED_USER, changes: [] }, signal);
}

/** Changes all matching rows, a few per statement, so that others don't wait. */
async function inBatches<Row extends { id: string }>(
  table: Table<Row>,
  where: Where<Row>,
  change: Partial<Row>,
  signal: AbortSignal,
): Promise<void> {
  let after: string | undefined;
  while (!signal.aborted) {
    const rows = await table.list({
      where,
      order: ['id'],
      limit: BATCH,
      ...(after !== undefined && { after: [after] }),
    });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await table.change({ id: { in: ids } } as unknown as Where<Row>, change);
    after = ids.at(-1);
  }
}
