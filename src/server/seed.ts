import { and, eq, inArray } from 'drizzle-orm';
import type { Helper } from '#core/assist/helper.ts';
import { HELPERS } from '#core/assist/helpers.ts';
import { CLIENT_DEFAULTS } from '#core/settings/client-settings.ts';
import type { Db, Tx } from './db/client.ts';
import { org } from './db/schema/org.ts';
import { project } from './db/schema/project.ts';
import { task, taskDraft, taskRevision } from './db/schema/task.ts';

/** The organisation of what the product itself runs. Nobody is a member of it. */
export const HOUSE = { id: 'org_00000000000000000000000000', name: 'Taskloom' };
const AUTHOR = { id: 'user_00000000000000000000000000', name: 'Taskloom' };

/**
 * Makes what every installation has: the free-tier project, with the id that the console is told, and the helpers in
 * it. Helpers that are there stay as somebody improved them.
 */
export async function seed(db: Db, freeTierProjectId: string): Promise<void> {
  const helpers = Object.values(HELPERS);
  const ids = helpers.map(({ taskId }) => taskId);
  const there = await db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.projectId, freeTierProjectId), inArray(task.id, ids)));
  if (there.length === helpers.length) return;
  const isDefault = freeTierProjectId === CLIENT_DEFAULTS.PUBLIC_FREE_TIER_PROJECT_ID;
  const name = isDefault ? 'Free tier' : `Free tier ${freeTierProjectId}`.slice(0, 120);
  await db.transaction(async (tx) => {
    await tx.insert(org).values(HOUSE).onConflictDoNothing();
    await tx
      .insert(project)
      .values({ id: freeTierProjectId, orgId: HOUSE.id, name })
      .onConflictDoNothing();
    await seedHelpers(tx, freeTierProjectId, helpers);
  });
}

/** Tasks with their first revisions. Those in an earlier free-tier project move to this one. */
async function seedHelpers(tx: Tx, projectId: string, helpers: readonly Helper[]): Promise<void> {
  const now = new Date();
  const tasks = helpers.map(({ taskId, name, description, definition }) => ({
    id: taskId,
    orgId: HOUSE.id,
    projectId,
    name,
    description,
    activeRevision: 1,
    latestRevision: 1,
    modelId: definition.model_id,
    createdById: AUTHOR.id,
    createdByName: AUTHOR.name,
    createdAt: now,
    updatedAt: now,
  }));
  const drafts = helpers.map(({ taskId, definition }) => ({
    taskId,
    definition,
    baseRevision: 1,
    updatedById: AUTHOR.id,
    updatedByName: AUTHOR.name,
    updatedAt: now,
  }));
  const revisions = helpers.map(({ taskId, definition }) => ({
    taskId,
    number: 1,
    definition,
    note: 'As it came',
    authorId: AUTHOR.id,
    authorName: AUTHOR.name,
    createdAt: now,
  }));
  await tx.insert(task).values(tasks).onConflictDoUpdate({ target: task.id, set: { projectId } });
  await tx.insert(taskDraft).values(drafts).onConflictDoNothing();
  await tx.insert(taskRevision).values(revisions).onConflictDoNothing();
}
