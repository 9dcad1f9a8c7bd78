import type { AuditChange } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import type { Params } from '../access/reach.ts';
import type { Call } from '../call.ts';
import type { Stores } from '../stores.ts';
import type { ExportTarget } from './audited-operations.ts';
import { changesOf } from './changes.ts';
import { record } from './entry.ts';
import { originOf } from './origin.ts';

interface Named {
  id: string;
  name: string;
}

/** Records an export and its filters before any of it is sent. */
export async function recordExport(
  stores: Stores,
  action: OperationId,
  type: ExportTarget,
  call: Call<OperationId>,
): Promise<void> {
  const target = { type, ...(await targetOf(type, call)) };
  await record(stores, originOf(call), { action, target, changes: filtersOf(call.query) });
}

/** The parameters of the request, as changes from nothing. */
function filtersOf(query: object): AuditChange[] {
  const columns = Object.fromEntries(Object.keys(query).map((name) => [name, 'shown' as const]));
  return changesOf(columns, undefined, query as Record<string, unknown>);
}

async function targetOf(
  type: ExportTarget,
  { params, rows }: Call<OperationId>,
): Promise<{ id: string; name: string | null }> {
  if (type === 'audit_log') return { id: (params as Params).orgId ?? '', name: null };
  const { id, name } = await (rows as object as Readonly<Record<ExportTarget, Promise<Named>>>)[
    type
  ];
  return { id, name };
}
