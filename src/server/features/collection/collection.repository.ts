import { sql } from 'drizzle-orm';
import type { MatchingDocuments } from '#domain/collection/chunk-store.ts';
import type {
  CollectionStore,
  IndexProgress,
  StateCount,
} from '#domain/collection/collection.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { CollectionUse } from '#generated/model/index.ts';
import { isLiveProject } from '../../access/live-project.repository.ts';
import type { Db, Tx } from '../../db/client.ts';
import { deleteOrphans, sweptReferences } from '../../db/deletion/orphans.ts';
import type { JobTable } from '../../platform/jobs/job-table.repository.ts';

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

/** The documents to index. Those of paused collections wait. */
export const INDEXINGS: JobTable = {
  name: 'indexing',
  key: ['index_id', 'document_id'],
  isOpen: sql`job.due_at is not null`,
  isDue: sql`job.due_at <= now()`,
  isAllowed: isLiveProject(sql`(select project_id from collection where id = job.collection_id)`),
  isClaimable: sql`exists (select from collection c join collection_index x on x.id = job.index_id
    where c.id = job.collection_id and not c.is_paused)`,
  order: 'due_at',
};
