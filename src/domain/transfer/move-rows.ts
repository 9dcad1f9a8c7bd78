import type { Domain } from '../domain.ts';
import { everyRow } from '../paging.ts';
import type { Stores } from '../stores.ts';
import type { Table, Where } from '../table.ts';

type MovingDomain = Pick<Domain, 'stores'>;

/** A project whose rows still repeat the organisation that it left. */
interface Move {
  id: string;
  from: string;
  to: string;
}

/** The number of rows moved per statement. */
const MOVED_AT_ONCE = 100;

/** Continues moves that were interrupted. */
export async function finishMoves({ stores }: MovingDomain, signal: AbortSignal): Promise<void> {
  for await (const { id, org_id, moved_from } of everyRow(stores.project.allProjects, {
    moved_from: { gt: '' },
  })) {
    if (signal.aborted) return;
    if (moved_from !== null) await finishMove({ stores }, { id, from: moved_from, to: org_id });
  }
}

/**
 * Moves everything in a project that repeats its organisation, in batches, except for runs. It can stop anywhere and be
 * repeated: what still has the old organisation is what is left.
 */
export async function finishMove({ stores }: MovingDomain, move: Move): Promise<void> {
  const { task, chat, evaluation, oauth, collection, datasource, project } = stores;
  const { from: org_id } = move;
  const inside = { project_id: move.id, org_id };
  await moveAll(task.tasks, inside, move);
  await moveAll(evaluation.evaluations, inside, move);
  await moveAll(oauth.grants, inside, move);
  await moveAll(collection.uploads, inside, move);
  for await (const { id } of everyRow(collection.collections, { project_id: move.id })) {
    const of = { collection_id: id, org_id };
    await moveAll(datasource.sources, of, move);
    await moveAll(datasource.syncs, of, move);
    await moveAll(collection.documents, of, move, (ids) =>
      collection.indexings.change({ document_id: { in: ids } }, { org_id: move.to }),
    );
  }
  await moveAll(chat.chats, inside, move);
  await forgetInvitations(stores, move);
  await project.allProjects.change({ id: move.id, org_id: move.to }, { moved_from: null });
}

/** @param first what is done with the rows of a batch before they count as moved */
async function moveAll<Row extends { id: string; org_id: string }>(
  table: Table<Row>,
  where: Where<Row>,
  { to }: Move,
  first: (ids: readonly string[]) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (;;) {
    const rows = await table.list({ where, limit: MOVED_AT_ONCE });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await first(ids);
    await table.change({ ...where, id: { in: ids } }, { org_id: to } as Partial<Row>);
  }
}

/** The old organisation's invitations no longer give a role in the project. They already can't be used for it. */
async function forgetInvitations({ invitation }: Stores, { id, from }: Move): Promise<void> {
  const open = { org_id: from, status: 'open', project_ids: { has: id } } as const;
  for await (const one of everyRow(invitation.invitations, open))
    await invitation.invitations.change(
      { id: one.id },
      {
        projects: one.projects.filter(({ project_id }) => project_id !== id),
        project_ids: one.project_ids.filter((known) => known !== id),
      },
    );
}
