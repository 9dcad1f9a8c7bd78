import type { Stores } from '../stores.ts';
import { endInvitations } from './invitation.service.ts';
import type { InvitationRow } from './invitation.tables.ts';

/** Takes a project out of an open invitation. What else the invitation leads to stays; one that leads nowhere ends. */
export async function withdrawProject(
  all: Stores,
  row: InvitationRow,
  projectId: string,
): Promise<void> {
  const projects = row.projects.filter(({ project_id }) => project_id !== projectId);
  const shares = await all.share.shares.count({ invitation_id: row.id });
  if (row.role === null && projects.length === 0 && shares === 0)
    return endInvitations(all, [row.id], 'cancelled');
  const project_ids = projects.map(({ project_id }) => project_id);
  await all.invitation.invitations.change({ id: row.id }, { projects, project_ids });
}
