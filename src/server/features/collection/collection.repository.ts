import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { FREE_FOR_ONE } from '#core/shares.ts';
import type { MatchingDocuments } from '#domain/collection/chunk-store.ts';
import type {
  CollectionStore,
  IndexingRow,
  IndexProgress,
  StateCount,
} from '#domain/collection/collection.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { CollectionUse } from '#generated/model/index.ts';
import { isLiveProject } from '../../access/live-project.repository.ts';
import type { Db, Tx } from '../../db/client.ts';
import { deleteOrphans, sweptReferences } from '../../db/deletion/orphans.ts';
import { indexing } from '../../db/schema/collection/collection.ts';
import type { Room } from '../../platform/jobs/worker.ts';

const REFERENCES = sweptReferences([
  'document',
  'indexing',
  'datasource_item',
  'datasource_sync_entry',
]);

type Methods = Omit<MethodsOf<CollectionStore>, 'chunks'>;

/** The methods of the collection store that tables can't express. */
export function collectionMethods(db: Db | Tx): Methods {
  return {
    async deleteOrphans(forget, signal) {
      for (const reference of REFERENCES)
        for await (const ids of deleteOrphans(db, reference, { now: new Date(), signal }))
          if (reference.table === 'document') await forget(ids);
    },

    async stateCounts(ids) {
      if (ids.length === 0) return [];
      const { rows } = await db.execute<StateCount & Record<string, unknown>>(sql`
        select collection_id, state, count(*)::int as documents, sum(size)::float8 as bytes
        from document where collection_id in ${[...ids]} group by collection_id, state`);
      return rows;
    },

    async indexProgress(ids) {
      if (ids.length === 0) return [];
      const { rows } = await db.execute<IndexProgress & Record<string, unknown>>(sql`
        select index_id, count(*)::int as total,
          (count(*) filter (where due_at is null))::int as done, sum(chunks)::int as chunks
        from indexing where index_id in ${[...ids]} group by index_id`);
      return rows;
    },

    async documentTags(id) {
      const { rows } = await db.execute<{ tag: string }>(sql`
        select min(tag) as tag from document, unnest(tags) as tag
        where collection_id = ${id} group by lower(tag) order by lower(min(tag)) limit 1000`);
      return rows.map(({ tag }) => tag);
    },

    async queuePlaces(indexId, documentIds) {
      if (documentIds.length === 0) return new Map();
      const { rows } = await db.execute<{ document_id: string; place: number }>(sql`
        select document_id, place from (
          select index_id, document_id, row_number() over (order by due_at, document_id)::int as place
          from indexing
          where due_at is not null and state = 'waiting'
            and org_id = (select org_id from indexing where index_id = ${indexId} limit 1)) waiting
        where index_id = ${indexId} and document_id in ${[...documentIds]}`);
      return new Map(rows.map(({ document_id, place }) => [document_id, place]));
    },

    async openUploads(projectId) {
      const { rows } = await db.execute<{ open: number }>(sql`
        select count(*)::int as open from upload
        where project_id = ${projectId} and ("offset" < size or purpose = 'archive')`);
      return rows[0]?.open ?? 0;
    },

    async uses(projectId, ids) {
      if (ids.length === 0) return [];
      const { rows } = await db.execute<CollectionUse & { collection_id: string }>(sql`
        with used as (
          select t.id as task_id, t.name as task_name, 'active' as "in", r.definition
          from task t join task_revision r on r.task_id = t.id and r.number = t.active_revision
          where t.project_id = ${projectId}
          union all
          select t.id, t.name, 'environment', r.definition
          from task t cross join lateral jsonb_each_text(t.environments) e
          join task_revision r on r.task_id = t.id and r.number = e.value::int
          where t.project_id = ${projectId}
          union all
          select t.id, t.name, 'draft', d.definition
          from task t join task_draft d on d.task_id = t.id
          where t.project_id = ${projectId})
        select distinct on (collection_id, task_name, task_id) collection_id, task_id, task_name, "in"
        from used cross join lateral
          jsonb_array_elements_text(definition -> 'retrieval' -> 'collection_ids') collection_id
        where definition -> 'retrieval' ? 'collection_ids' and collection_id in ${[...ids]}
        order by collection_id, task_name, task_id,
          array_position(array['active', 'environment', 'draft'], "in")`);
      return rows;
    },
  };
}

/** The documents that match a filter, in one query. */
export function matchingDocuments(db: Db | Tx): MatchingDocuments {
  return async (indexId, { tags, document_ids, dated_after, dated_before }) => {
    // SQL knows no empty list.
    if (tags?.length === 0 || document_ids?.length === 0) return [];
    const lower = tags?.map((tag) => tag.toLowerCase());
    const conditions = [
      lower && sql`exists (select from unnest(tags) tag where lower(tag) in ${lower})`,
      document_ids && sql`id in ${[...document_ids]}`,
      dated_after && sql`dated_at >= ${dated_after}::timestamptz`,
      dated_before && sql`dated_at < ${dated_before}::timestamptz`,
    ].filter((condition) => condition !== undefined);
    if (conditions.length === 0) return undefined;
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from document
      where collection_id = (select collection_id from collection_index where id = ${indexId})
        and ${sql.join(conditions, sql` and `)}`);
    return rows.map(({ id }) => id);
  };
}

/** A job that this process has claimed. */
export type ClaimedIndexing = Pick<IndexingRow, 'index_id' | 'document_id' | 'org_id'>;

/**
 * Claims documents to index. No other process takes them until the lease expires. Each organisation gets its share, by
 * the rule of `Shares`. Paused collections wait.
 */
export async function claimIndexing(
  db: Db,
  { limit, owners, workerId, leaseMs }: Room & { workerId: string; leaseMs: number },
): Promise<ClaimedIndexing[]> {
  const held = JSON.stringify(Object.fromEntries(owners));
  const isDue = sql`i.due_at <= now() and (i.locked_until is null or i.locked_until < now())`;
  const { rows } = await db.execute<ClaimedIndexing & Record<string, unknown>>(sql`
    with waiting as (
      select o.org_id, i.index_id, i.document_id, i.due_at,
        coalesce((${held}::jsonb ->> o.org_id)::int, 0)
          + row_number() over (partition by o.org_id order by i.due_at, i.document_id) as place
      from (select distinct org_id from indexing where due_at <= now()) o
      cross join lateral (
        select i.* from indexing i join collection c on c.id = i.collection_id
          join collection_index x on x.id = i.index_id
        where i.org_id = o.org_id and ${isDue} and not c.is_paused and ${isLiveProject(sql`c.project_id`)}
        order by i.due_at, i.document_id limit ${limit}) i),
    ranked as (
      select *, row_number() over (order by place, due_at) as number from waiting),
    due as (
      select i.index_id, i.document_id
      from ranked r join indexing i on i.index_id = r.index_id and i.document_id = r.document_id
      where (r.place - 1) * ${FREE_FOR_ONE} < ${limit} - r.number + 1 and ${isDue}
      for update of i skip locked)
    update indexing i set worker_id = ${workerId},
      locked_until = now() + make_interval(secs => ${leaseMs / 1000})
    from due where i.index_id = due.index_id and i.document_id = due.document_id
    returning i.index_id, i.document_id, i.org_id`);
  return rows;
}

/** Extends a lease. Returns false if the job was cancelled, deleted or taken over. */
export async function renewIndexing(
  db: Db,
  { index_id, document_id }: ClaimedIndexing,
  { workerId, leaseMs }: { workerId: string; leaseMs: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update indexing set locked_until = now() + make_interval(secs => ${leaseMs / 1000})
    where index_id = ${index_id} and document_id = ${document_id}
      and due_at is not null and worker_id = ${workerId} and ${isLiveProject(sql`(
        select project_id from collection where id = indexing.collection_id)`)}
    returning 1`);
  return rows.length > 0;
}

/** Ends the leases of processes that died. */
export async function freeIndexing(tx: Tx, dead: readonly string[]): Promise<void> {
  await tx
    .update(indexing)
    .set({ locked_until: null })
    .where(and(inArray(indexing.worker_id, [...dead]), isNotNull(indexing.due_at)));
}
