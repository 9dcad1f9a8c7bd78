import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import type { Assistant } from '#core/assist/assistant.ts';
import { HOUSE_TASKS } from '#core/assist/house-tasks.ts';
import { CLIENT_DEFAULTS } from '#core/settings/client-settings.ts';
import { org } from '#domain/org/org.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import { task, taskDraft, taskRevision } from '#domain/task/task.tables.ts';
import type { Db, Tx } from '../../db/client.ts';

/** The organisation that owns the product's own tasks. It has no members. */
export const HOUSE = { id: 'org_00000000000000000000000000', name: 'Taskloom' };
const AUTHOR = { id: 'user_00000000000000000000000000', name: 'Taskloom' };

/**
 * Creates the free-tier project, with the id from the console's settings, and the product's own tasks in it. Tasks that
 * someone has edited stay as they are. The others are updated with the product.
 */
export async function seed(db: Db, freeTierProjectId: string): Promise<void> {
  const assistants = HOUSE_TASKS;
  const ids = assistants.map(({ taskId }) => taskId);
  const there = await db
    .select({
      id: task.id,
      active: task.active_revision,
      latest: task.latest_revision,
      author_id: taskRevision.author_id,
      definition: taskRevision.definition,
      draft: taskDraft.definition,
    })
    .from(task)
    .innerJoin(
      taskRevision,
      and(eq(taskRevision.task_id, task.id), eq(taskRevision.number, task.latest_revision)),
    )
    .innerJoin(taskDraft, eq(taskDraft.task_id, task.id))
    .where(and(eq(task.project_id, freeTierProjectId), inArray(task.id, ids)));
  const outdated = there.flatMap(({ id, active, latest, author_id, definition, draft }) => {
    const assistant = assistants.find(({ taskId }) => taskId === id);
    const isOurs = author_id === AUTHOR.id && active === latest;
    const isTouched = !isOurs || !isDeepStrictEqual(draft, definition);
    if (
      !assistant ||
      latest === null ||
      isTouched ||
      isDeepStrictEqual(definition, assistant.definition)
    )
      return [];
    return [{ assistant, latest }];
  });
  if (there.length === assistants.length && outdated.length === 0) return;
  const isDefault = freeTierProjectId === CLIENT_DEFAULTS.PUBLIC_FREE_TIER_PROJECT_ID;
  const name = isDefault ? 'Free tier' : `Free tier ${freeTierProjectId}`.slice(0, 120);
  await db.transaction(async (tx) => {
    await tx.insert(org).values(HOUSE).onConflictDoNothing();
    await tx
      .insert(project)
      .values({ id: freeTierProjectId, org_id: HOUSE.id, name })
      .onConflictDoNothing();
    await seedAssistants(tx, freeTierProjectId, assistants);
    for (const { assistant, latest } of outdated) await renewAssistant(tx, assistant, latest);
  });
}

/** Creates the tasks with their first revisions. Tasks in an earlier free-tier project move to this one. */
async function seedAssistants(
  tx: Tx,
  projectId: string,
  assistants: readonly Assistant[],
): Promise<void> {
  const now = new Date().toISOString();
  const tasks = assistants.map(({ taskId, name, description, definition }) => ({
    id: taskId,
    org_id: HOUSE.id,
    project_id: projectId,
    name,
    description,
    active_revision: 1,
    latest_revision: 1,
    model_id: definition.model_id,
    created_by_id: AUTHOR.id,
    created_by_name: AUTHOR.name,
    created_at: now,
    updated_at: now,
  }));
  const drafts = assistants.map(({ taskId, definition }) => ({
    task_id: taskId,
    definition,
    base_revision: 1,
    updated_by_id: AUTHOR.id,
    updated_by_name: AUTHOR.name,
    updated_at: now,
  }));
  const revisions = assistants.map(({ taskId, definition }) => ({
    task_id: taskId,
    number: 1,
    definition,
    note: 'Built-in version',
    author_id: AUTHOR.id,
    author_name: AUTHOR.name,
    created_at: now,
  }));
  await tx
    .insert(task)
    .values(tasks)
    .onConflictDoUpdate({ target: task.id, set: { project_id: projectId } });
  await tx.insert(taskDraft).values(drafts).onConflictDoNothing();
  await tx.insert(taskRevision).values(revisions).onConflictDoNothing();
}

/** Adds a revision and sets it active. If several nodes start at the same time, only one of them adds it. */
async function renewAssistant(
  tx: Tx,
  { taskId, definition }: Assistant,
  latest: number,
): Promise<void> {
  const number = latest + 1;
  const now = new Date().toISOString();
  const author = { author_id: AUTHOR.id, author_name: AUTHOR.name };
  const made = await tx
    .insert(taskRevision)
    .values({
      task_id: taskId,
      number,
      definition,
      note: 'Built-in version',
      ...author,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning({ number: taskRevision.number });
  if (made.length === 0) return;
  const revisions = { active_revision: number, latest_revision: number, updated_at: now };
  await tx.update(task).set(revisions).where(eq(task.id, taskId));
  const draft = { definition, base_revision: number, updated_at: now };
  await tx.update(taskDraft).set(draft).where(eq(taskDraft.task_id, taskId));
}
