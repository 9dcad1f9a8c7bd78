import type { AuditChange } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import type { Params } from '../access/reach.ts';
import type { Call, Operations } from '../call.ts';
import type { Domain } from '../domain.ts';
import type { Stores } from '../stores.ts';
import { type ExportTarget, exportRecorded, tablesRecorded } from './audited-operations.ts';
import { changesOf } from './changes.ts';
import { record } from './entry.ts';
import { originOf } from './origin.ts';
import { recordingStores } from './recording-stores.ts';

type Perform = (call: Call<OperationId>) => unknown;

/**
 * An operation that records what it changes or exports, if `audited-operations.ts` says so. One that changes something is
 * performed over stores of its own, which know who calls.
 * @param create creates the operations of its area
 * @param plain the operation itself
 */
export function audited(
  domain: Domain,
  create: (domain: Domain) => Partial<Operations>,
  op: OperationId,
  plain: Perform,
): Perform {
  const exported = exportRecorded(op);
  if (exported)
    return async (call) => {
      const result = await plain(call);
      await recordExport(domain.stores, op, exported, call);
      return result;
    };
  const tables = tablesRecorded(op);
  if (!tables) return plain;
  return (call) => {
    const recording = { action: op, origin: originOf(call), tables };
    const stores = recordingStores(domain.stores, recording);
    return (create({ ...domain, stores })[op] as Perform)(call);
  };
}

interface Named {
  id: string;
  name: string;
}

/** Records an export and its filters before any of it is sent. */
async function recordExport(
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
