import type { AuditTargetType } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { operations } from '../call.ts';
import type { Access, Principal } from '../principal.ts';
import type { ProblemError } from '../problem.ts';
import { AUDITED_TABLES } from '../tables.ts';
import type { AuditEntryRow } from './audit.tables.ts';
import { exportRecorded, tablesRecorded } from './audited-operations.ts';
import { originOf } from './origin.ts';

/** A refused attempt. */
export type Refusal = Omit<AuditEntryRow, 'id' | 'count' | 'created_at' | 'last_at' | 'changes'>;

/** A failed request. Fields that were not determined before the failure are undefined. */
interface FailedRequest {
  params: unknown;
  principal?: Principal | undefined;
  /** Set once it is known that the caller may see the place. */
  access?: Access | object | undefined;
  network: string;
  requestId: string;
}

/** Parameters of paths whose names differ from the type's. */
const PARAMETERS: { readonly [Type in AuditTargetType]?: string } = {
  dataset_case: 'caseId',
  tool_credential: 'credentialId',
  member: 'userId',
};

/** Whether an operation's refused attempts are recorded: if it is, and if it would delete or reveal much. */
export function recordsRefusals(op: OperationId): boolean {
  return (
    tablesRecorded(op) !== undefined ||
    exportRecorded(op) !== undefined ||
    operations[op].isSensitive
  );
}

/**
 * The refusal to record when a request fails: 403, for somebody who may see the organisation. What others try responds
 * with 404 and isn't recorded, or anybody could fill anybody's log.
 */
export function refusalOf(
  op: OperationId,
  { params, access, network, requestId, principal }: FailedRequest,
  problem: ProblemError,
): Refusal | undefined {
  const path = params as Readonly<Record<string, string>>;
  if (problem.status !== 403 || !principal || !access || path.orgId === undefined) return undefined;
  if (!recordsRefusals(op)) return undefined;
  const { actor } = originOf({ params: path, network, requestId, principal });
  const table = tablesRecorded(op)?.[0];
  const type: AuditTargetType = table ? AUDITED_TABLES[table].type : (exportRecorded(op) ?? 'org');
  return {
    org_id: path.orgId,
    project_id: path.projectId ?? null,
    outcome: 'refused',
    action: op,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    person_id: actor.personId,
    target_type: type,
    target_id: path[PARAMETERS[type] ?? parameterOf(type)] ?? null,
    target_name: '',
    reason: problem.code,
    network,
    request_id: requestId,
  };
}

/** `api_key` → `apiKeyId` */
function parameterOf(type: string): string {
  return `${type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}
