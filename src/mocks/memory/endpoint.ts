import type { EndpointStore, EndpointUseRow } from '#domain/endpoint/endpoint.store.ts';
import type { MethodsOf, TablesOf } from '#domain/stores.ts';
import type { Store } from '../store.ts';

/** What the tables of endpoints can't express, in memory. */
export function endpointMethods(
  store: Store,
  { spends }: TablesOf<EndpointStore>,
): MethodsOf<EndpointStore> {
  return {
    async addSpend(row) {
      const { endpoint_id, month } = row;
      const known = await spends.find({ endpoint_id, month });
      await spends.put({
        ...row,
        spent: row.spent + (known?.spent ?? 0),
        unpriced_calls: row.unpriced_calls + (known?.unpriced_calls ?? 0),
      });
    },
    async uses(orgId, endpointId, limit) {
      const { project, task, task_draft, task_revision } = store.data.tables;
      const found = Object.values(task).flatMap((one): EndpointUseRow[] => {
        const place = project[one.project_id];
        if (place?.org_id !== orgId || place.deleted_at !== null) return [];
        const ids = [
          task_revision[`${one.id} ${one.active_revision}`]?.definition.model_id,
          task_draft[one.id]?.definition.model_id,
        ];
        const model_id = ids.find((id) => id?.startsWith(`${endpointId}/`));
        if (model_id === undefined) return [];
        const { id: project_id, name: project_name } = place;
        return [{ task_id: one.id, task_name: one.name, project_id, project_name, model_id }];
      });
      found.sort((a, b) => (a.task_name < b.task_name ? -1 : 1));
      return { total: found.length, rows: found.slice(0, limit) };
    },
  };
}
