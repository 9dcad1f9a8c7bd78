// Generated from openapi/. Do not edit: run `npm run generate`.
import * as zod from 'zod';
import { MockFailure } from '../model/mockFailure.zod.ts';
import { ResourceType } from '../model/resourceType.zod.ts';
import { RunSource } from '../model/runSource.zod.ts';
import { RunStatus } from '../model/runStatus.zod.ts';
import { TaskEnvironmentName } from '../model/taskEnvironmentName.zod.ts';

/** The parameters in paths, by name. */
export const PATH_PARAMETERS = {
  orgId: zod.string().min(1).max(64),
  templateId: zod.string().min(1).max(64),
  projectId: zod.string().min(1).max(64),
  resourceType: ResourceType,
  id: zod.string().min(1).max(64),
  apiKeyId: zod.string().min(1).max(64),
  taskId: zod.string().min(1).max(64),
  revisionNumber: zod.int().min(1).max(2147483647),
  environment: TaskEnvironmentName,
  datasetId: zod.string().min(1).max(64),
  caseId: zod.string().min(1).max(64),
  evaluationId: zod.string().min(1).max(64),
  runId: zod.string().min(1).max(64),
  stepId: zod.string().min(1).max(64),
  webhookId: zod.string().min(1).max(64),
  deliveryId: zod.string().min(1).max(64),
  credentialId: zod.string().min(1).max(64),
};

/** The queries of streams and exports. */
export const QUERIES = {
  streamTaskMock: zod.object({ fail: MockFailure.optional() }),
  exportRuns: zod.object({ format: zod.enum(["csv","jsonl"]).default("csv"), q: zod.string().max(200).optional(), task_id: zod.string().min(1).max(64).optional(), status: zod.array(RunStatus).max(5).optional(), source: RunSource.optional(), revision: zod.int().min(1).max(2147483647).optional(), output_valid: zod.boolean().optional(), caller_id: zod.string().min(1).max(64).optional(), created_after: zod.iso.datetime({ offset: true }).optional(), created_before: zod.iso.datetime({ offset: true }).optional() }),
};
