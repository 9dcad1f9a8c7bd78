import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import type { Helper } from '#core/assist/helper.ts';
import { HELPERS } from '#core/assist/helpers.ts';
import { CLIENT_DEFAULTS } from '#core/settings/client-settings.ts';
import type { Db, Tx } from './db/client.ts';
import { org } from './db/schema/org.ts';
import { project } from './db/schema/project.ts';
import { task, taskDraft, taskRevision } from './db/schema/task.ts';

/** The organisation that owns the product's own tasks. It has no members. */
export const HOUSE = { id: 'org_00000000000000000000000000', name: 'Taskloom' };
const AUTHOR = { id: 'user_00000000000000000000000000', name: 'Taskloom' };

/**
 * Creates the free-tier project, with the id from the console's settings, and the assistants' tasks in it. Tasks that
 * someone has edited stay as they are. The others are updated with the product.
 */
export async function seed(db: Db, freeTierProjectId: string): Promise<void> {
  const helpers = Object.values(HELPERS);
  const ids = helpers.map(({ taskId }) => taskId);
  const there = await db
    .select({
      id: task.id,
      active: task.activeRevision,
      latest: task.latestRevision,
      authorId: taskRevision.authorId,
      definition: taskRevision.definition,
      draft: taskDraft.definition,
    })
    .from(task)
    .innerJoin(
      taskRevision,
      and(eq(taskRevision.taskId, task.id), eq(taskRevision.number, task.latestRevision)),
    )
    .innerJoin(taskDraft, eq(taskDraft.taskId, task.id))
    .where(and(eq(task.projectId, freeTierProjectId), inArray(task.id, ids)));
  const outdated = there.flatMap(({ id, active, latest, authorId, definition, draft }) => {
    const helper = helpers.find(({ taskId }) => taskId === id);
    const isOurs = authorId === AUTHOR.id && active === latest;
    const isTouched = !isOurs || !isDeepStrictEqual(draft, definition);
    if (!helper || latest === null || isTouched || isDeepStrictEqual(definition, helper.definition))
      return [];
    return [{ helper, latest }];
  });
  if (there.length === helpers.length && outdated.length === 0) return;
  const isDefault = freeTierProjectId === CLIENT_DEFAULTS.PUBLIC_FREE_TIER_PROJECT_ID;
  const name = isDefault ? 'Free tier' : `Free tier ${freeTierProjectId}`.slice(0, 120);
  await db.transaction(async (tx) => {
    await tx.insert(org).values(HOUSE).onConflictDoNothing();
    await tx
      .insert(project)
      .values({ id: freeTierProjectId, org_id: HOUSE.id, name })
      .onConflictDoNothing();
    await seedHelpers(tx, freeTierProjectId, helpers);
    for (const { helper, latest } of outdated) await renewHelper(tx, helper, latest);
  });
}

/** Creates the tasks with their first revisions. Tasks in an earlier free-tier project move to this one. */
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
    note: 'Built-in version',
    authorId: AUTHOR.id,
    authorName: AUTHOR.name,
    createdAt: now,
  }));
  await tx.insert(task).values(tasks).onConflictDoUpdate({ target: task.id, set: { projectId } });
  await tx.insert(taskDraft).values(drafts).onConflictDoNothing();
  await tx.insert(taskRevision).values(revisions).onConflictDoNothing();
}

/** Adds a revision and sets it active. If several nodes start at the same time, only one of them adds it. */
async function renewHelper(tx: Tx, { taskId, definition }: Helper, latest: number): Promise<void> {
  const number = latest + 1;
  const now = new Date();
  const author = { authorId: AUTHOR.id, authorName: AUTHOR.name };
  const made = await tx
    .insert(taskRevision)
    .values({ taskId, number, definition, note: 'Built-in version', ...author, createdAt: now })
    .onConflictDoNothing()
    .returning({ number: taskRevision.number });
  if (made.length === 0) return;
  const revisions = { activeRevision: number, latestRevision: number, updatedAt: now };
  await tx.update(task).set(revisions).where(eq(task.id, taskId));
  const draft = { definition, baseRevision: number, updatedAt: now };
  await tx.update(taskDraft).set(draft).where(eq(taskDraft.taskId, taskId));
}
