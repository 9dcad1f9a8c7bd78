import type { EvaluationCheck } from '#generated/model/index.ts';
import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { actorOf } from '../principal.ts';
import { requireNoNewReference } from '../share/guest.ts';
import { createDatasetService } from './dataset.service.ts';
import { createDatasetCaseService } from './dataset-case.service.ts';
import { createEvaluationService } from './evaluation.service.ts';

/** The operations of datasets, their cases, and evaluations. */
export function evaluationOperations(domain: Domain): OperationsOf<'evaluation'> {
  const datasets = createDatasetService(domain);
  const cases = createDatasetCaseService(domain);
  const evaluations = createEvaluationService(domain);
  return {
    listDatasets: ({ params, query }) => datasets.list(params, query),
    async createDataset(call) {
      requireNoNewReference(call.access, [], judgesOf(call.body), judgeAt);
      const dataset = await datasets.create(call.params, call.body, actorOf(call.principal));
      return created(call, dataset.id, dataset);
    },
    getDataset: ({ params }) => datasets.get(params, params.datasetId),
    async updateDataset({ params, body, headers, access }) {
      const before = judgesOf(await datasets.get(params, params.datasetId));
      requireNoNewReference(access, before, judgesOf(body), judgeAt);
      return datasets.update(params, params.datasetId, body, headers['if-match']);
    },
    deleteDataset: ({ params }) => datasets.delete(params, params.datasetId),
    listDatasetCases: ({ params, query }) => cases.list(params, params.datasetId, query),
    async createDatasetCase(call) {
      const added = await cases.create(call.params, call.params.datasetId, call.body);
      return created(call, added.id, added);
    },
    updateDatasetCase: ({ params, body }) =>
      cases.update(params, params.datasetId, params.caseId, body),
    deleteDatasetCase: ({ params }) => cases.delete(params, params.datasetId, params.caseId),
    importDatasetCases: ({ params, body }) => cases.import(params, params.datasetId, body),
    listEvaluations: ({ params, query }) => evaluations.list(params, query),
    async createEvaluation(call) {
      const evaluation = await evaluations.create(call.params, call.body, actorOf(call.principal));
      return created(call, evaluation.id, evaluation);
    },
    getEvaluation: ({ params }) => evaluations.get(params, params.evaluationId),
    deleteEvaluation: ({ params }) => evaluations.delete(params, params.evaluationId),
    listEvaluationResults: ({ params, query }) =>
      evaluations.listResults(params, params.evaluationId, query),
    cancelEvaluation: ({ params }) => evaluations.cancel(params, params.evaluationId),
    resumeEvaluation: ({ params }) => evaluations.resume(params, params.evaluationId),
  };
}

/** The tasks that judge outputs. */
function judgesOf({ checks = [] }: { checks?: readonly EvaluationCheck[] }): string[] {
  return checks.flatMap((check) => (check.type === 'judge' && check.task_id) || []);
}

const judgeAt = () => '/checks';
