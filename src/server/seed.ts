import { eq } from 'drizzle-orm';
import { CLIENT_DEFAULTS } from '#core/settings/client-settings.ts';
import type { Db } from './db/client.ts';
import { org } from './db/schema/org.ts';
import { project } from './db/schema/project.ts';

/** The organisation of what the product itself runs. Nobody is a member of it. */
const HOUSE = { id: 'org_00000000000000000000000000', name: 'Taskloom' };

/** Makes what every installation has: the free-tier project, with the id that the console is told. */
export async function seed(db: Db, freeTierProjectId: string): Promise<void> {
  const isDefault = freeTierProjectId === CLIENT_DEFAULTS.PUBLIC_FREE_TIER_PROJECT_ID;
  const name = isDefault ? 'Free tier' : `Free tier ${freeTierProjectId}`.slice(0, 120);
  const there = await db
    .select({ id: project.id })
    .from(project)
    .where(eq(project.id, freeTierProjectId));
  if (there.length > 0) return;
  await db.transaction(async (tx) => {
    await tx.insert(org).values(HOUSE).onConflictDoNothing();
    await tx
      .insert(project)
      .values({ id: freeTierProjectId, orgId: HOUSE.id, name })
      .onConflictDoNothing();
  });
}
