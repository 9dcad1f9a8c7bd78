import type { OperationId } from '../contract.ts';
import { accessResolvers } from './access.ts';
import { assistResolvers } from './assist.ts';
import { billingResolvers } from './billing.ts';
import { datasetResolvers } from './dataset.ts';
import { environmentResolvers } from './environment.ts';
import { evaluationResolvers } from './evaluation.ts';
import { modelResolvers } from './model.ts';
import { orgResolvers } from './org.ts';
import { projectResolvers } from './project.ts';
import type { Resolvers } from './resolver.ts';
import { revisionResolvers } from './revision.ts';
import { comparisonResolvers } from './revision-compare.ts';
import { runResolvers } from './run.ts';
import { runLogResolvers } from './run-log.ts';
import { systemResolvers } from './system.ts';
import { taskResolvers } from './task.ts';
import { taskContractResolvers } from './task-contract.ts';
import { templateResolvers } from './template.ts';
import { toolResolvers } from './tool.ts';
import { userResolvers } from './user.ts';
import { webhookResolvers } from './webhook.ts';

const resolvers = {
  ...userResolvers,
  ...orgResolvers,
  ...projectResolvers,
  ...accessResolvers,
  ...taskResolvers,
  ...revisionResolvers,
  ...comparisonResolvers,
  ...environmentResolvers,
  ...runResolvers,
  ...assistResolvers,
  ...datasetResolvers,
  ...evaluationResolvers,
  ...runLogResolvers,
  ...templateResolvers,
  ...taskContractResolvers,
  ...modelResolvers,
  ...webhookResolvers,
  ...toolResolvers,
  ...billingResolvers,
  ...systemResolvers,
};

/** Fails to compile when an area resolves what the contract does not have. */
type Exact<T> = Exclude<keyof T, OperationId> extends never ? T : never;

/** What every operation of the contract does on the mocks; a missing one fails to compile. */
export const RESOLVERS: Resolvers = resolvers satisfies Exact<typeof resolvers>;
