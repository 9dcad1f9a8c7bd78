import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type {
  ModelEndpointCheck,
  ModelEndpointCheckResult,
  ModelEndpointTest,
  ModelEndpointTestResult,
} from '#generated/model/index.ts';
import type { Spending } from '../billing/spend.ts';
import { EmbeddingFailure } from '../collection/collection.port.ts';
import { embedAtCost } from '../collection/ingest/embed.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { isOwnModelId } from '../endpoint/own-id.ts';
import { findModel } from '../endpoint/own-models.ts';
import { createOwnTests } from '../endpoint/own-tests.ts';
import { payFor } from '../endpoint/pay.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
import type { AskableModel } from './ask.ts';
import { splitModelId } from './endpoint.ts';
import { measure } from './measure.ts';
import type { ServerEndpoint } from './model.port.ts';
import { probeCost } from './probe.service.ts';
import type { ProbeResult } from './probe.ts';

const CHECKS: readonly ModelEndpointCheck[] = [
  'list',
  'answer',
  'stream',
  'schema',
  'tools',
  'embeddings',
];
const CHAT_CHECKS = ['answer', 'stream', 'schema', 'tools'] as const;
const EMBEDDING_TIMEOUT_MS = 30_000;
/** How long a result is repeated instead of calling the model again. */
const REPEATED_MS = 10_000;

type Deps = Pick<Domain, 'model' | 'run' | 'collection' | 'charges' | 'stores' | 'secrets'>;
type Results = Map<ModelEndpointCheck, Omit<ModelEndpointCheckResult, 'check'>>;
type Tested = Pick<ModelEndpointTestResult, 'checks' | 'cost'>;

const SAID: Record<(typeof CHAT_CHECKS)[number], string> = {
  answer: 'Answers.',
  stream: 'Streams its answers.',
  schema: 'Follows a JSON schema.',
  tools: 'Calls tools.',
};

/** Connection tests: what works at an endpoint. */
export function createEndpointTests(domain: Deps) {
  const recent = createTtlCache<Results>(1000, REPEATED_MS);

  /** @throws ProblemError 400 if the endpoint doesn't offer the model */
  async function chatModelOf(endpoint: ServerEndpoint, given: string | undefined) {
    if (given === undefined) {
      const offered = (await domain.model.list()).filter((one) => one.endpoint.id === endpoint.id);
      return (offered.find(({ available }) => available) ?? offered[0])?.id;
    }
    if (splitModelId(given)[0] !== endpoint.id || !domain.model.find(given))
      throw invalidField('/model_id', TASK_VALIDATION.modelUnknown);
    return given;
  }

  /** @throws ProblemError 400 if the endpoint doesn't offer the model */
  async function embeddingModelOf(endpoint: ServerEndpoint, given: string | undefined) {
    const { embedding } = domain.collection;
    if (given === undefined) {
      const offered = await embedding.models();
      return offered.find(({ id }) => splitModelId(id)[0] === endpoint.id)?.id;
    }
    if (splitModelId(given)[0] !== endpoint.id || !embedding.find(given))
      throw invalidField('/embedding_model_id', DETAIL.embeddingModelUnknown);
    return given;
  }

  async function testList(endpoint: ServerEndpoint): Promise<Tested> {
    const started = performance.now();
    const problem = await domain.model.check(endpoint.id);
    const now = (await domain.model.endpoints()).find(({ id }) => id === endpoint.id) ?? endpoint;
    const { chat_models, embedding_models } = now;
    const counts =
      chat_models > 0 || embedding_models === 0 ? [countOf(chat_models, 'chat model')] : [];
    if (embedding_models > 0) counts.push(countOf(embedding_models, 'embedding model'));
    return {
      cost: 0,
      checks: [
        {
          check: 'list',
          status: problem === null ? 'passed' : 'failed',
          model_id: null,
          message: problem ?? `Offers ${counts.join(' and ')}.`,
          duration_ms: since(started),
        },
      ],
    };
  }

  /** One probe answers all four checks. */
  async function testChat(
    orgId: string,
    id: string | undefined,
    find = (found: string) => findModel(domain, orgId, found),
  ): Promise<Tested> {
    const model = id === undefined ? undefined : await find(id);
    const all = (result: Omit<ModelEndpointCheckResult, 'check' | 'model_id'>): Tested => ({
      cost: 0,
      checks: CHAT_CHECKS.map((check) => ({ check, model_id: id ?? null, ...result })),
    });
    if (!model || id === undefined)
      return all({ status: 'skipped', message: 'No chat model is offered.', duration_ms: 0 });
    if (!model.ask) {
      const message = model.info.unavailable_reason ?? "This model isn't available.";
      return all({ status: 'failed', message, duration_ms: 0 });
    }
    const started = performance.now();
    try {
      const { result, durations, cost } = await probeAtCost(orgId, model);
      const checks = result.checks.map(({ name, passed, message }) => ({
        check: name,
        status: passed ? ('passed' as const) : ('failed' as const),
        model_id: id,
        message: message === '' ? SAID[name] : message,
        duration_ms: durations.get(name) ?? durations.get('stream') ?? since(started),
      }));
      return { cost: cost ?? 0, checks };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      const { checks, cost } = all({
        status: 'skipped',
        message: "Not tested, because the model didn't answer.",
        duration_ms: 0,
      });
      const [answer, ...rest] = checks;
      const failed = { status: 'failed' as const, message: error.message };
      return answer
        ? { cost, checks: [{ ...answer, ...failed, duration_ms: since(started) }, ...rest] }
        : { cost, checks };
    }
  }

  /** @throws ModelFailure when the model doesn't answer; ProblemError 402 `insufficient_balance` */
  function probeAtCost(orgId: string, model: AskableModel) {
    const measured = measure(model);
    const most = probeCost(model.info);
    const spending: Spending = {
      ...{ orgId, projectId: null, modelId: model.info.id },
      ...{ kind: 'model_test', most },
    };
    return payFor(domain, model, spending, async (used) => {
      const probing = domain.run.probes.probe(measured.model);
      const result: ProbeResult = await probing.finally(() => used(measured.spent()));
      return { result, durations: measured.durations(), ...measured.spent() };
    });
  }

  async function testEmbeddings(orgId: string, id: string | undefined): Promise<Tested> {
    const started = performance.now();
    const one = (status: ModelEndpointCheckResult['status'], message: string, cost = 0): Tested => {
      const duration_ms = since(started);
      const model_id = id ?? null;
      return { cost, checks: [{ check: 'embeddings', status, model_id, message, duration_ms }] };
    };
    if (id === undefined) return one('skipped', 'No embedding model is offered.');
    try {
      const { vectors, cost } = await embedAtCost(
        domain,
        { orgId, projectId: null, kind: 'model_test', model: id },
        ['This is a connection test.'],
        AbortSignal.timeout(EMBEDDING_TIMEOUT_MS),
      );
      return one('passed', `Vectors of ${vectors[0]?.length ?? 0} numbers.`, cost);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'model_unpriced')
        return one('failed', error.detail ?? '');
      if (error instanceof EmbeddingFailure) return one('failed', error.message);
      if (error instanceof Error && error.name === 'TimeoutError')
        return one('failed', `No vectors within ${EMBEDDING_TIMEOUT_MS / 1000} s.`);
      throw error;
    }
  }

  /** Repeats a result of the last seconds, so that nobody can call models at will. */
  async function repeated(key: string, test: () => Promise<Tested>): Promise<Tested> {
    const known = recent.get(key);
    if (known) {
      const checks = [...known].map(([check, result]) => ({ check, ...result }));
      return { checks, cost: 0 };
    }
    const tested = await test();
    recent.set(key, new Map(tested.checks.map(({ check, ...result }) => [check, result])));
    return tested;
  }

  /** The same for an endpoint of the organisation. */
  async function testOwn(
    orgId: string,
    endpointId: string,
    given: ModelEndpointTest,
  ): Promise<ModelEndpointTestResult> {
    const own = await createOwnTests(domain, orgId, endpointId);
    const wanted = new Set(given.checks ?? CHECKS);
    const tested: Tested[] = [];
    const { key } = own;
    // One after the other, because the list says which models there are.
    if (wanted.has('list')) tested.push(await repeated(`list ${key}`, own.list));
    if (CHAT_CHECKS.some((check) => wanted.has(check))) {
      const id = await own.chatModelOf(given.model_id);
      tested.push(await repeated(`chat ${key} ${id}`, () => testChat(orgId, id, own.model)));
    }
    if (wanted.has('embeddings')) {
      const id = await own.embeddingModelOf(given.embedding_model_id);
      tested.push(await repeated(`embeddings ${key} ${id}`, () => own.embeddings(id)));
    }
    await own.note(tested.flatMap(({ checks }) => checks));
    return resultOf(endpointId, wanted, tested);
  }

  return {
    /**
     * Tests what an endpoint can do, at the expense of the organisation if its models have a price.
     * @throws ProblemError 404; 400 if the endpoint doesn't offer a model; 402 `insufficient_balance`
     */
    async test(
      orgId: string,
      endpointId: string,
      given: ModelEndpointTest,
    ): Promise<ModelEndpointTestResult> {
      if (isOwnModelId(endpointId)) return testOwn(orgId, endpointId, given);
      const endpoints = await domain.model.endpoints();
      const endpoint = await mustFind(endpoints.find(({ id }) => id === endpointId));
      const wanted = new Set(given.checks ?? CHECKS);
      const tests: Promise<Tested>[] = [];
      if (wanted.has('list')) tests.push(repeated(`list ${endpointId}`, () => testList(endpoint)));
      if (CHAT_CHECKS.some((check) => wanted.has(check))) {
        const id = await chatModelOf(endpoint, given.model_id);
        tests.push(repeated(`chat ${endpointId} ${id}`, () => testChat(orgId, id)));
      }
      if (wanted.has('embeddings')) {
        const id = await embeddingModelOf(endpoint, given.embedding_model_id);
        tests.push(repeated(`embeddings ${endpointId} ${id}`, () => testEmbeddings(orgId, id)));
      }
      return resultOf(endpointId, wanted, await Promise.all(tests));
    },
  };
}

function resultOf(
  endpoint_id: string,
  wanted: ReadonlySet<ModelEndpointCheck>,
  tested: readonly Tested[],
): ModelEndpointTestResult {
  return {
    endpoint_id,
    tested_at: new Date().toISOString(),
    cost: tested.reduce((sum, { cost }) => sum + cost, 0),
    checks: tested.flatMap(({ checks }) => checks).filter(({ check }) => wanted.has(check)),
  };
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
