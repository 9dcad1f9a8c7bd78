import { SYSTEM } from '../audit/origin.ts';
import { type Row, RowChanges } from '../audit/row-changes.ts';
import type { Stores } from '../stores.ts';

/**
 * Revokes access that doesn't need a sign-in, for an account that now belongs to somebody else: deletes its API keys,
 * the apps that it registered or allowed, and its webhooks, which receive events. Tasks stay, because they may be the new
 * owner's own. The audit log names what was deleted, as done by the server.
 * @param stores those of a transaction
 */
export async function endAccess(stores: Stores, identityId: string): Promise<void> {
  const user = await stores.user.users.find({ identity_id: identityId });
  if (!user) return;
  const { apiKeys } = stores.access;
  const { clients, grants } = stores.oauth;
  const { webhooks } = stores.webhook;
  const theirs = { created_by_id: user.id };
  const rows = {
    api_key: await apiKeys.list({ where: { created_by_id: user.id } }),
    oauth_client: await clients.list({ where: theirs }),
    oauth_grant: await grants.list({ where: { user_id: user.id } }),
    webhook: await webhooks.list({ where: theirs }),
  };
  const deleted = Object.entries(rows).flatMap(([table, list]) =>
    list.map((row) => ({ table: table as keyof typeof rows, row })),
  );
  const byProject = Map.groupBy(deleted, ({ row }) => row.project_id);
  for (const [projectId, some] of byProject) {
    const project = await stores.project.allProjects.find({ id: projectId });
    if (!project) continue;
    const changes = new RowChanges();
    for (const { table, row } of some) changes.note(table, row as unknown as Row, undefined);
    await changes.save(stores, 'endAccess', { ...SYSTEM, orgId: project.org_id, projectId });
  }
  await apiKeys.delete({ created_by_id: user.id });
  await clients.delete(theirs);
  await grants.delete({ user_id: user.id });
  await webhooks.delete(theirs);
}
