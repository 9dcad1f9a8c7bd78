import type { ModelEndpointCheckResult } from '#generated/model/index.ts';
import { EmbeddingFailure } from '../collection/collection.port.ts';
import { DETAIL } from '../details.ts';
import { invalidField, mustFind } from '../problem.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
import { checkList } from './check-endpoint.ts';
import { saveListed } from './endpoint-model.service.ts';
import { isOffered, type ModelDomain, openEndpoint, toAskable } from './own-models.ts';

const EMBEDDING_TIMEOUT_MS = 30_000;

type Deps = ModelDomain;

/**
 * What connection tests need to know of an organisation's endpoint.
 * @throws ProblemError 404
 */
export async function createOwnTests(domain: Deps, orgId: string, endpointId: string) {
  const { endpoints, models } = domain.stores.endpoint;
  const row = await mustFind(endpoints.find({ id: endpointId, org_id: orgId }));

  async function modelOf(
    type: 'chat' | 'embedding',
    given: string | undefined,
    pointer: string,
    message: string,
  ): Promise<string | undefined> {
    const where = { endpoint_id: endpointId, type };
    if (given !== undefined) {
      if (!(await models.find({ ...where, id: given }))) throw invalidField(pointer, message);
      return given;
    }
    const all = await models.list({ where, order: ['id'] });
    return all.find((model) => isOffered(row, model))?.id;
  }

  return {
    /** Changes with what is tested. */
    key: `${endpointId} ${row.connection}`,
    chatModelOf: (given: string | undefined) =>
      modelOf('chat', given, '/model_id', DETAIL.fallbackUnknown),
    embeddingModelOf: (given: string | undefined) =>
      modelOf('embedding', given, '/embedding_model_id', DETAIL.embeddingModelUnknown),

    /** A model to test: also one that isn't offered, or has no price although there is a spend limit. */
    async model(id: string) {
      const model = await models.find({ id, endpoint_id: endpointId });
      if (!model) return undefined;
      const isPriced = model.input_price !== null && model.output_price !== null;
      const spend_limit = isPriced ? row.spend_limit : null;
      return toAskable(domain, { ...row, offer: 'all', spend_limit }, model);
    },

    /** Asks for the models, and stores them. */
    async list() {
      const { result, listed } = await checkList(domain, row);
      await saveListed(domain, row, listed);
      return { cost: 0, checks: [result] };
    },

    async embeddings(id: string | undefined) {
      const started = performance.now();
      const one = (status: ModelEndpointCheckResult['status'], message: string) => {
        const duration_ms = Math.round(performance.now() - started);
        const check = 'embeddings' as const;
        return { cost: 0, checks: [{ check, status, model_id: id ?? null, message, duration_ms }] };
      };
      if (id === undefined) return one('skipped', 'No embedding model is offered.');
      const signal = AbortSignal.timeout(EMBEDDING_TIMEOUT_MS);
      try {
        const client = await openEndpoint(domain, row);
        const name = id.slice(endpointId.length + 1);
        const vectors = await client.embed?.(name, ['This is a connection test.'], signal);
        return vectors
          ? one('passed', `Vectors of ${vectors[0]?.length ?? 0} numbers.`)
          : one('skipped', 'This kind of endpoint has no embeddings.');
      } catch (error) {
        if (signal.aborted)
          return one('failed', `No vectors within ${EMBEDDING_TIMEOUT_MS / 1000} s.`);
        if (error instanceof EmbeddingFailure || error instanceof ModelFailure)
          return one('failed', error.message);
        throw error;
      }
    },

    /** Stores whether the endpoint works: whether it lists its models and answers. */
    async note(checks: readonly ModelEndpointCheckResult[]): Promise<void> {
      const decisive = checks.filter(
        ({ check, status }) => (check === 'list' || check === 'answer') && status !== 'skipped',
      );
      if (decisive.length === 0) return;
      const failed = decisive.find(({ status }) => status === 'failed');
      const change = { problem: failed?.message ?? null, checked_at: new Date().toISOString() };
      const { id, connection } = row;
      await endpoints.change({ id, connection }, change);
    },
  };
}
