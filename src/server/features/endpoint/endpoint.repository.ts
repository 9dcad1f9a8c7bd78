import { sql } from 'drizzle-orm';
import type { EndpointStore, EndpointUseRow } from '#domain/endpoint/endpoint.store.ts';
import { endpointSpend } from '#domain/endpoint/endpoint.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';

/** What the tables of endpoints can't express. */
export function endpointMethods(db: Db | Tx): MethodsOf<EndpointStore> {
  return {
    async addSpend(row) {
      await db
        .insert(endpointSpend)
        .values(row)
        .onConflictDoUpdate({
          target: [endpointSpend.endpoint_id, endpointSpend.month],
          set: {
            spent: sql`${endpointSpend.spent} + excluded.spent`,
            unpriced_calls: sql`${endpointSpend.unpriced_calls} + excluded.unpriced_calls`,
          },
        });
    },
    async uses(orgId, endpointId, limit) {
      const prefix = `${endpointId}/`;
      const { rows } = await db.execute<
        { [Key in keyof EndpointUseRow]: string } & { total: number }
      >(sql`
        with used as (
          select task.id as task_id, task.name as task_name, task.project_id, project.name as project_name,
            case when starts_with(active.definition ->> 'model_id', ${prefix}) then active.definition ->> 'model_id'
              else draft.definition ->> 'model_id' end as model_id
          from project
          join task on task.project_id = project.id
          left join task_revision active on active.task_id = task.id and active.number = task.active_revision
          left join task_draft draft on draft.task_id = task.id
          where project.org_id = ${orgId} and project.deleted_at is null and (starts_with(active.definition ->> 'model_id', ${prefix})
            or starts_with(draft.definition ->> 'model_id', ${prefix})))
        select *, (count(*) over ())::int as total from used order by task_name, task_id limit ${limit}`);
      return {
        total: rows[0]?.total ?? 0,
        rows: rows.map(({ total: _, ...row }) => row),
      };
    },
  };
}
