import { API_PREFIX } from '#domain/call.ts';
import { actorOf } from '#domain/principal.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';

import type { DatasetService, TaskPlace } from './dataset.service.ts';
import type { EvaluationService } from './evaluation.service.ts';

export type EvaluationHandlers = Pick<
  RouteHandlers,
  | 'listDatasets'
  | 'createDataset'
  | 'getDataset'
  | 'updateDataset'
  | 'deleteDataset'
  | 'listDatasetCases'
  | 'createDatasetCase'
  | 'updateDatasetCase'
  | 'deleteDatasetCase'
  | 'importDatasetCases'
  | 'listEvaluations'
  | 'createEvaluation'
  | 'getEvaluation'
  | 'listEvaluationResults'
  | 'cancelEvaluation'
  | 'resumeEvaluation'
>;

export interface EvaluationHandlersDeps {
  datasets: DatasetService;
  evaluations: EvaluationService;
}

const JSON_TYPE = 'application/json';

/** The operations of datasets and evaluations. */
export function createEvaluationHandlers(deps: EvaluationHandlersDeps): EvaluationHandlers {
  const { datasets, evaluations } = deps;
  return {
    async listDatasets({ params, query }, reply) {
      await reply
        .type(JSON_TYPE)
        .code(200)
        .send(await datasets.list(params, query));
    },
    async createDataset({ params, body, principal }, reply) {
      const dataset = await datasets.create(placeOf(params), body, actorOf(principal));
      const location = `${pathOf(params)}/dataset/${dataset.id}`;
      await reply.type(JSON_TYPE).header('location', location).code(201).send(dataset);
    },
    async getDataset({ params }, reply) {
      const dataset = await datasets.get(params, params.datasetId);
      await reply.type(JSON_TYPE).header('etag', dataset.etag).code(200).send(dataset);
    },
    async updateDataset({ params, body, headers }, reply) {
      const dataset = await datasets.update(params, params.datasetId, body, headers['if-match']);
      await reply.type(JSON_TYPE).header('etag', dataset.etag).code(200).send(dataset);
    },
    async deleteDataset({ params }, reply) {
      await datasets.delete(params, params.datasetId);
      await reply.code(204).send();
    },
    async listDatasetCases({ params, query }, reply) {
      const page = await datasets.listCases(params, params.datasetId, query);
      await reply.type(JSON_TYPE).code(200).send(page);
    },
    async createDatasetCase({ params, body }, reply) {
      const added = await datasets.createCase(params, params.datasetId, body);
      const location = `${pathOf(params)}/dataset/${params.datasetId}/case/${added.id}`;
      await reply.type(JSON_TYPE).header('location', location).code(201).send(added);
    },
    async updateDatasetCase({ params, body }, reply) {
      const changed = await datasets.updateCase(params, params.datasetId, params.caseId, body);
      await reply.type(JSON_TYPE).code(200).send(changed);
    },
    async deleteDatasetCase({ params }, reply) {
      await datasets.deleteCase(params, params.datasetId, params.caseId);
      await reply.code(204).send();
    },
    async importDatasetCases({ params, body }, reply) {
      const result = await datasets.importCases(params, params.datasetId, body);
      await reply.type(JSON_TYPE).code(200).send(result);
    },
    async listEvaluations({ params, query }, reply) {
      await reply
        .type(JSON_TYPE)
        .code(200)
        .send(await evaluations.list(params, query));
    },
    async createEvaluation({ params, body, principal }, reply) {
      const evaluation = await evaluations.create(placeOf(params), body, actorOf(principal));
      const location = `${pathOf(params)}/evaluation/${evaluation.id}`;
      await reply.type(JSON_TYPE).header('location', location).code(202).send(evaluation);
    },
    async getEvaluation({ params }, reply) {
      const evaluation = await evaluations.get(params, params.evaluationId);
      await reply.type(JSON_TYPE).code(200).send(evaluation);
    },
    async listEvaluationResults({ params, query }, reply) {
      const page = await evaluations.listResults(params, params.evaluationId, query);
      await reply.type(JSON_TYPE).code(200).send(page);
    },
    async cancelEvaluation({ params }, reply) {
      const evaluation = await evaluations.cancel(params, params.evaluationId);
      await reply.type(JSON_TYPE).code(200).send(evaluation);
    },
    async resumeEvaluation({ params }, reply) {
      const evaluation = await evaluations.resume(params, params.evaluationId);
      await reply.type(JSON_TYPE).code(200).send(evaluation);
    },
  };
}

/** Parameters hold more than the place of a task; what is put on record must not. */
function placeOf({ orgId, projectId, taskId }: TaskPlace): TaskPlace {
  return { orgId, projectId, taskId };
}

function pathOf({ orgId, projectId, taskId }: TaskPlace): string {
  return `${API_PREFIX}/org/${orgId}/project/${projectId}/task/${taskId}`;
}
