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
    for (const helper of helpers) await seedHelper(tx, freeTierProjectId, helper);
  });
}

/** A task with its first revision. One that is in an earlier free-tier project moves to this one. */
async function seedHelper(tx: Tx, projectId: string, helper: Helper): Promise<void> {
  const { taskId, name, description, definition } = helper;
  const at = new Date();
  const author = { authorId: AUTHOR.id, authorName: AUTHOR.name };
  await tx
    .insert(task)
    .values({
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
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({ target: task.id, set: { projectId } });
  const draft = { updatedById: AUTHOR.id, updatedByName: AUTHOR.name, updatedAt: at };
  await tx
    .insert(taskDraft)
    .values({ taskId, definition, baseRevision: 1, ...draft })
    .onConflictDoNothing();
  await tx
    .insert(taskRevision)
    .values({ taskId, number: 1, definition, note: 'As it came', ...author, createdAt: at })
    .onConflictDoNothing();
}
