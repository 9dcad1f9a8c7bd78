import { unlessAborted } from '#core/async/abort.ts';
import { costOf } from '#core/billing/money.ts';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import type { Model } from '#generated/model/index.ts';
import type { PayingDomain, Spending } from '../billing/spend.ts';
import { payFor } from '../endpoint/pay.ts';
import { ProblemError } from '../problem.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
import type { AskableModel } from './ask.ts';
import { assumedCapabilities, type Capabilities } from './capabilities.ts';
import { splitModelId } from './endpoint.ts';
import { measure } from './measure.ts';
import { type ProbeResult, probeModel } from './probe.ts';

/** How long a probe's result counts. */
const KEPT_MS = 24 * 3_600_000;
/** The same if the model was too slow for all of it. It may have been starting up or busy. */
const PARTIAL_MS = 15 * 60_000;
/** How long a process trusts what it has read, because another one may have probed again. */
const READ_MS = 60_000;
/** How long to wait before a model is probed again that didn't answer. */
const FAILED_MS = 30_000;
const TIMEOUT_MS = 60_000;
const CACHED_MAX = 1000;
/** Stored results per endpoint. Some endpoints answer to any model name, so there may be very many. */
const STORED_MAX = 500;
/** The maximum tokens of a probe: more than the inputs of its requests, and the longest output of each. */
const PROBE_TOKENS = { input_tokens: 12_000, output_tokens: 12 * 512 };

/** The organisation that the probe is for. */
export type Payer = Pick<Spending, 'orgId' | 'projectId'>;

export type Probes = ReturnType<typeof createProbes>;

/**
 * What models at endpoints can do. It is found out by our own requests, which are the same for everyone, and kept per
 * endpoint and model until it expires. So nothing that an organisation sends changes what the others get.
 */
export function createProbes(domain: () => PayingDomain) {
  const stores = () => domain().stores;
  const read = createTtlCache<Capabilities>(CACHED_MAX, READ_MS);
  const failed = createTtlCache<true>(CACHED_MAX, FAILED_MS);
  const probing = new Map<string, Promise<ProbeResult>>();

  /**
   * Probes a model now and keeps the result.
   * @param payer the organisation that pays; by default, the owner of the endpoint
   * @throws ModelFailure when the model doesn't answer; ProblemError 402 if it can't be paid
   */
  function probe(model: AskableModel, payer?: Payer): Promise<ProbeResult> {
    const key = keyOf(model);
    const known = probing.get(key);
    if (known) return known;
    const started = payer ? probeAtCost(model, payer) : probeAndKeep(model, key);
    const made = started.finally(() => probing.delete(key));
    probing.set(key, made);
    return made;
  }

  function probeAtCost(model: AskableModel, payer: Payer): Promise<ProbeResult> {
    const { model: measured, spent } = measure(model);
    const spending: Spending = {
      ...{ ...payer, modelId: model.info.id, kind: 'model_test' },
      most: probeCost(model.info),
    };
    return payFor(domain(), model, spending, async (used) => {
      const probed = probeAndKeep(measured, keyOf(model));
      const result = await probed.finally(() => used(spent()));
      return { ...result, ...spent() };
    });
  }

  async function probeAndKeep(model: AskableModel, key: string): Promise<ProbeResult> {
    try {
      const result = await probeModel(model, AbortSignal.timeout(TIMEOUT_MS));
      read.set(key, result.capabilities);
      failed.delete(key);
      await keep(model, result);
      return result;
    } catch (error) {
      failed.set(key, true);
      const isLate = error instanceof ModelFailure && error.error.code === 'model_timeout';
      throw isLate ? new ModelFailure('model_timeout', TOO_SLOW, { cause: error }) : error;
    }
  }

  async function keep({ endpoint, info }: AskableModel, { capabilities, isComplete }: ProbeResult) {
    if (endpoint === undefined) return;
    const { probes } = stores().model;
    const now = Date.now();
    await probes.delete({ expires_at: { lt: new Date(now).toISOString() } });
    if ((await probes.count({ endpoint })) >= STORED_MAX) return;
    await probes.put({
      endpoint,
      model: splitModelId(info.id)[1],
      capabilities,
      probed_at: new Date(now).toISOString(),
      expires_at: new Date(now + (isComplete ? KEPT_MS : PARTIAL_MS)).toISOString(),
    });
  }

  /** What the last probe of a model found; undefined if there was none, or too long ago. */
  async function known(model: AskableModel): Promise<Capabilities | undefined> {
    const { endpoint, info } = model;
    if (endpoint === undefined) return undefined;
    return read.find(keyOf(model), async () => {
      const row = await stores().model.probes.find({ endpoint, model: splitModelId(info.id)[1] });
      return row && Date.parse(row.expires_at) > Date.now() ? row.capabilities : undefined;
    });
  }

  return {
    probe,
    known,
    /**
     * What a model can do, which is probed if it isn't known. Models of a vendor do what the catalogue says. A model
     * that doesn't answer a probe, or whose endpoint's spend limit doesn't cover one, is assumed to do the same, and
     * probed again later.
     * @param payer the organisation, which pays for the models at its own endpoints
     * @throws the signal's reason when that is aborted
     */
    async of(model: AskableModel, signal: AbortSignal, payer: Payer): Promise<Capabilities> {
      const vendors = assumedCapabilities(model.info.supports);
      if (model.endpoint === undefined || !model.ask) return vendors;
      // Tools and formats one after the other work everywhere.
      const assumed = { ...vendors, tools_with_format: false };
      const found = await known(model);
      if (found || failed.get(keyOf(model))) return limited(found ?? assumed, model);
      const probed = probe(model, model.own && payer).then(
        ({ capabilities }) => limited(capabilities, model),
        (error) => {
          if (error instanceof ModelFailure || error instanceof ProblemError) return assumed;
          throw error;
        },
      );
      // Others may be waiting for the same probe, so it continues.
      return unlessAborted(probed, signal);
    },
  };
}

/** The most that a probe can cost, in micro-dollars; 0 if the price is unknown. */
export function probeCost(info: Model): number {
  return costOf(PROBE_TOKENS, info) ?? 0;
}

/** What the operator says that a model doesn't support isn't used, whatever the probe found. */
function limited(found: Capabilities, { info }: AskableModel): Capabilities {
  const { structured_output, streaming } = info.supports;
  return {
    ...found,
    format: structured_output === false ? 'prompt' : found.format,
    streaming: found.streaming && streaming !== false,
  };
}

const TOO_SLOW = `The model didn't answer within ${TIMEOUT_MS / 1000} s.`;

function keyOf({ endpoint, info }: AskableModel): string {
  return `${endpoint} ${info.id}`;
}
