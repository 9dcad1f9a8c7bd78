import type { EvaluationCheck } from '#generated/model/index.ts';
import { created, type OperationsOf } from '../call.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { type Access, actorOf } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import { requireNoNewReference, seesCases } from '../share/guest.ts';
import { createDatasetService } from './dataset.service.ts';
import { createDatasetCaseService } from './dataset-case.service.ts';
import { createEvaluationService } from './evaluation.service.ts';

/** The operations of datasets, their cases, and evaluations. */
export function evaluationOperations(domain: Domain): OperationsOf<'evaluation'> {
  const datasets = createDatasetService(domain);
  const cases = createDatasetCaseService(domain);
  const evaluations = createEvaluationService(domain);
  return forThoseWhoSeeCases<OperationsOf<'evaluation'>>({
    listDatasets: ({ params, query }) => datasets.list(params, query),
    async createDataset(call) {
      requireNoNewReference(call.access, [], judgesOf(call.body), judgeAt);
      const dataset = await datasets.create(call.params, call.body, actorOf(call.principal));
      return created(call, dataset.id, dataset);
    },
    getDataset: ({ rows }) => datasets.get(rows.dataset),
    updateDataset({ params, rows, body, headers, access }) {
      requireNoNewReference(access, judgesOf(rows.dataset), judgesOf(body), judgeAt);
      return datasets.update(params, rows.dataset, body, headers['if-match']);
    },
    deleteDataset: ({ rows }) => datasets.delete(rows.dataset),
    listDatasetCases: ({ rows, query }) => cases.list(rows.dataset, query),
    async createDatasetCase(call) {
      const added = await cases.create(call.params, call.rows.dataset, call.body);
      return created(call, added.id, added);
    },
    updateDatasetCase: ({ params, rows, body }) => cases.update(params, rows.case, body),
    deleteDatasetCase: ({ rows }) => cases.delete(rows.case),
    importDatasetCases: ({ params, rows, body }) => cases.import(params, rows.dataset, body),
    listEvaluations: ({ params, query }) => evaluations.list(params, query),
    async createEvaluation(call) {
      const evaluation = await evaluations.create(call.params, call.body, actorOf(call.principal));
      return created(call, evaluation.id, evaluation);
    },
    getEvaluation: ({ rows }) => evaluations.get(rows.evaluation),
    deleteEvaluation: ({ rows }) => evaluations.delete(rows.evaluation),
    listEvaluationResults: ({ rows, query }) => evaluations.listResults(rows.evaluation, query),
    cancelEvaluation: ({ rows }) => evaluations.cancel(rows.evaluation),
    resumeEvaluation: ({ rows }) => evaluations.resume(rows.evaluation),
  });
}

/** The operations, refused to guests who see no cases. */
function forThoseWhoSeeCases<Area extends object>(operations: Area): Area {
  const guarded = Object.entries(operations).map(([id, perform]) => [
    id,
    (call: { access: Access }) => {
      if (!seesCases(call.access)) throw new ProblemError('forbidden', DETAIL.casesOfEditors);
      return perform(call);
    },
  ]);
  return Object.fromEntries(guarded);
}

/** The tasks that judge outputs. */
function judgesOf({ checks = [] }: { checks?: readonly EvaluationCheck[] }): string[] {
  return checks.flatMap((check) => (check.type === 'judge' && check.task_id) || []);
}

const judgeAt = () => '/checks';
