import { countVerdicts, VERDICTS } from '#core/evaluation/verdict.ts';
import { newId } from '#core/ids.ts';
import { VALIDATION } from '#core/messages.ts';
import { invalidRequest, notFound } from '#domain/problem.ts';
import type { Evaluation, EvaluationResult } from '#generated/model/index.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { ensureEvaluating } from '../run/evaluate.ts';
import { actorOf, type Store, type StoredEvaluation, timestamp } from '../store.ts';
import { datasetById } from './dataset.ts';
import type { Resolvers } from './resolver.ts';
import { revisionOf } from './revision.ts';
import { taskById } from './task.ts';

const ORDER: Order<StoredEvaluation> = {
  name: 'evaluation',
  id: (evaluation) => evaluation.id,
  descending: true,
};

/** Revisions tried on datasets. */
export const evaluationResolvers = {
  listEvaluations: ({ store, params, query }) => {
    const own = Object.values(store.data.evaluations).filter(
      (evaluation) => evaluation.task_id === params.taskId,
    );
    for (const evaluation of own) ensureEvaluating(store, evaluation);
    const { results, pagination } = paginate(own, query, ORDER);
    return { results: results.map(toEvaluation), pagination };
  },

  createEvaluation: ({ store, user, params, body }) => {
    const task = taskById(store, params.taskId);
    const { number } = revisionOf(task, body.revision);
    const asked = body.baseline_revision;
    const baseline = asked === undefined ? task.active_revision : asked;
    if (baseline !== null) revisionOf(task, baseline);
    const dataset = datasetById(store, { taskId: task.id, datasetId: body.dataset_id });
    if (dataset.cases.length === 0) {
      throw invalidRequest([{ pointer: '/dataset_id', message: VALIDATION.datasetEmpty }]);
    }
    const evaluation: StoredEvaluation = {
      id: newId('evaluation'),
      task_id: task.id,
      dataset_id: dataset.id,
      dataset_name: dataset.name,
      revision: number,
      baseline_revision: baseline === number ? null : baseline,
      status: 'queued',
      error: null,
      checks: structuredClone(dataset.checks),
      results: dataset.cases.map(({ id, name, inputs, expected }) => ({
        case_id: id,
        name,
        inputs: structuredClone(inputs),
        expected: structuredClone(expected),
        verdict: 'pending',
        candidate: null,
        baseline: null,
      })),
      created_by: actorOf(user),
      created_at: timestamp(),
      ended_at: null,
    };
    store.data.evaluations[evaluation.id] = evaluation;
    const answer = toEvaluation(evaluation);
    ensureEvaluating(store, evaluation);
    const { orgId, projectId } = params;
    const Location = `/api/v1/org/${orgId}/project/${projectId}/task/${task.id}/evaluation/${evaluation.id}`;
    return new Answer(answer, 202, { Location });
  },

  getEvaluation: ({ store, params }) => {
    const evaluation = evaluationById(store, params);
    ensureEvaluating(store, evaluation);
    return toEvaluation(evaluation);
  },

  listEvaluationResults: ({ store, params, query }) => {
    const rows = evaluationById(store, params)
      .results.map((result, position) => ({ result, position }))
      .filter(({ result }) => query.verdict === undefined || result.verdict === query.verdict);
    const { results, pagination } = paginate(rows, query, RESULT_ORDER);
    return { results: structuredClone(results.map(({ result }) => result)), pagination };
  },

  cancelEvaluation: ({ store, params }) => {
    const evaluation = evaluationById(store, params);
    if (evaluation.status === 'queued' || evaluation.status === 'running') {
      Object.assign(evaluation, { status: 'cancelled', ended_at: timestamp() });
    }
    return toEvaluation(evaluation);
  },

  resumeEvaluation: ({ store, params }) => {
    const evaluation = evaluationById(store, params);
    if (evaluation.status === 'cancelled' || evaluation.status === 'failed') {
      Object.assign(evaluation, { status: 'queued', error: null, ended_at: null });
    }
    const answer = toEvaluation(evaluation);
    ensureEvaluating(store, evaluation);
    return answer;
  },
} satisfies Partial<Resolvers>;

const RESULT_ORDER: Order<{ result: EvaluationResult; position: number }> = {
  name: 'result',
  value: ({ result }) => String(VERDICTS.indexOf(result.verdict)),
  id: ({ position }) => String(position).padStart(6, '0'),
};

function evaluationById(
  store: Store,
  { taskId, evaluationId }: { taskId: string; evaluationId: string },
): StoredEvaluation {
  const evaluation = store.data.evaluations[evaluationId];
  if (evaluation?.task_id !== taskId) throw notFound();
  return evaluation;
}

function toEvaluation({ checks: _, results, ...evaluation }: StoredEvaluation): Evaluation {
  const costs = results
    .flatMap(({ candidate, baseline }) => [candidate, baseline])
    .filter((outcome) => outcome?.run_id)
    .map((outcome) => outcome?.cost ?? null);
  return {
    ...evaluation,
    cases: results.length,
    counts: countVerdicts(results.map((result) => result.verdict)),
    cost: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
}
