import type { OrgRow } from '../org/org.tables.ts';
import type { Stores } from '../stores.ts';

/** The organisations in which nobody else is an owner. */
export async function ownedAlone({ org }: Pick<Stores, 'org'>, user_id: string): Promise<OrgRow[]> {
  const owned = await org.members.list({ where: { user_id, role: 'owner' }, order: ['org_id'] });
  const alone: OrgRow[] = [];
  for (const { org_id } of owned) {
    const row = await org.orgs.find({ id: org_id });
    if (row && (await org.members.count({ org_id, role: 'owner' })) === 1) alone.push(row);
  }
  return alone;
}
