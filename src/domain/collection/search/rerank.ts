import { payable } from '#core/billing/account.ts';
import { costOf } from '#core/billing/money.ts';
import { ORDER_SCHEMA, orderPrompt, readOrder, sampleOrder } from '#core/collection/rerank.ts';
import { tokensAtMost } from '#core/run/tokens.ts';
import type { SearchRerank } from '#generated/model/index.ts';
import { NOTHING, type Spending, type Spent, type Used } from '../../billing/spend.ts';
import type { Domain } from '../../domain.ts';
import { findModel } from '../../endpoint/own-models.ts';
import { payFor } from '../../endpoint/pay.ts';
import { answerAtCost } from '../../model/answer-at-cost.ts';
import type { AskableModel, OutputConstraint } from '../../model/ask.ts';
import { assumedCapabilities, type FormatStep } from '../../model/capabilities.ts';
import { invalidField, ProblemError } from '../../problem.ts';
import { notSetUp } from '../../run/execution/failures.ts';
import { ModelFailure } from '../../run/execution/model-failure.ts';
import type { SearchPorts } from './find-passages.ts';

/** The timeout of a model: short, because a caller is waiting and the fused order is good already. */
const PATIENCE_MS = 10_000;
/** The maximum output tokens: twenty numbers, and reasoning before them. */
const OUTPUT_TOKENS = 1000;
/** Tokens that providers add to the texts of a request. */
const FRAME_TOKENS = 200;

/** The dependencies of a reranker. */
export type RerankDomain = Pick<
  Domain,
  'stores' | 'charges' | 'run' | 'assist' | 'model' | 'secrets'
>;

/** A reranker and its outcome. */
export interface Reranker {
  rerank: NonNullable<SearchPorts['rerank']>;
  outcome(): SearchRerank;
  /** In micro-dollars. */
  cost(): number;
}

/**
 * Reranks passages with a chat model, at an organisation's expense. If it fails, times out or returns no valid ranking,
 * the order stays the same, and the outcome says why.
 * @throws ProblemError 400 for a model that can't be used; `rerank` throws 402 `insufficient_balance`
 */
export async function createReranker(
  domain: RerankDomain,
  payer: Pick<Spending, 'orgId' | 'projectId' | 'by'>,
  modelId: string,
): Promise<Reranker> {
  const { run } = domain;
  const model = await usableModel(domain, payer.orgId, modelId);
  let note: string | null = 'There were fewer than two passages to put into order.';
  let cost = 0;
  return {
    outcome: () => ({ model_id: modelId, applied: note === null, note }),
    cost: () => cost,
    async rerank(query, texts, signal) {
      const sample = domain.assist.sample(model.info, () => sampleOrder(query, texts));
      const { system, user } = orderPrompt(query, texts);
      const input = tokensAtMost(system) + tokensAtMost(user) + FRAME_TOKENS;
      const most = priceOf(model, input, OUTPUT_TOKENS);
      // Whoever searches doesn't wait for a probe.
      const { format } =
        (await run.probes.known(model)) ?? assumedCapabilities(model.info.supports);
      const spending: Spending = { ...payer, modelId, kind: 'search', most };
      const answer = await payFor(domain, model, spending, (used) =>
        ask(sample ?? model, { system, user, format }, signal, used),
      );
      cost = payable(answer.cost, most);
      const order = answer.text === null ? undefined : readOrder(answer.text, texts.length);
      note = order ? null : (answer.failure ?? NO_ORDER);
      return order;
    },
  };
}

const NO_ORDER = 'The model did not respond with an order of the passages.';

async function usableModel(domain: RerankDomain, orgId: string, id: string): Promise<AskableModel> {
  const model = await findModel(domain, orgId, id);
  if (!model) throw invalidField('/rerank_model', "This model doesn't exist");
  const { available, unavailable_reason } = model.info;
  if (!available)
    throw invalidField('/rerank_model', unavailable_reason ?? 'Not available right now');
  if (model.isUnpriced || !model.ask) {
    const { code, message } = notSetUp(model).error;
    throw new ProblemError(code, message);
  }
  return model;
}

interface Answer extends Spent {
  /** Null if there is none. */
  text: string | null;
  failure: string | null;
}

const constraint: Readonly<Record<FormatStep, OutputConstraint | undefined>> = {
  json_schema: { type: 'json_schema', schema: ORDER_SCHEMA },
  json_object: { type: 'json_object' },
  prompt: undefined,
};

/** Calls the model once. The usage of failed calls is charged too. */
async function ask(
  { info, ask: send }: AskableModel,
  prompt: { system: string; user: string; format: FormatStep },
  signal: AbortSignal,
  used: Used,
): Promise<Answer> {
  if (!send) return { text: null, failure: null, ...NOTHING };
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  const question = {
    messages: [
      { role: 'system' as const, content: prompt.system },
      { role: 'user' as const, content: prompt.user },
    ],
    parameters: { temperature: 0, max_output_tokens: OUTPUT_TOKENS },
    format: constraint[prompt.format],
    signal: AbortSignal.any([signal, deadline]),
  };
  let spent: Spent = NOTHING;
  try {
    const answer = await answerAtCost({ info, ask: send }, question, (noted) => {
      spent = noted;
      used(noted);
    });
    return { ...answer, failure: null };
  } catch (error) {
    signal.throwIfAborted();
    const isLate = deadline.aborted;
    if (!isLate && !(error instanceof ModelFailure)) throw error;
    const failure = isLate
      ? `The model took longer than ${PATIENCE_MS / 1000} seconds.`
      : (error as ModelFailure).message;
    return { text: null, failure, ...spent };
  }
}

/** The cost of a call, in micro-dollars; 0 if the price is unknown. */
function priceOf({ info }: AskableModel, input_tokens: number, output_tokens: number): number {
  return costOf({ input_tokens, output_tokens }, info) ?? 0;
}
