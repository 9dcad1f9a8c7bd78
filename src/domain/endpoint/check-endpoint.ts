import type { OfferedModel } from '#core/model/offered-model.ts';
import type { FieldError, ModelEndpointCheckResult } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { type AskableModel, wholeAnswer } from '../model/ask.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
import type { EndpointModelRow, EndpointRow } from './endpoint.tables.ts';
import { mergedModels } from './merge-models.ts';
import { openEndpoint, toAskable } from './own-models.ts';

const ANSWER_TIMEOUT_MS = 30_000;
const ANSWER_TOKENS = 16;

export interface Checked {
  checks: ModelEndpointCheckResult[];
  /** What the endpoint lists; undefined if it didn't respond. */
  listed: readonly OfferedModel[] | undefined;
  /** The first failure, and the field to correct. */
  failure: FieldError | undefined;
}

type Deps = Pick<Domain, 'stores' | 'secrets' | 'model' | 'run'>;

/**
 * Tests an endpoint before it is saved: asks for its models, and the first of them for a short answer.
 * @param known its models so far
 */
export async function checkEndpoint(
  domain: Deps,
  row: EndpointRow,
  known: readonly EndpointModelRow[],
): Promise<Checked> {
  const { result, listed } = await checkList(domain, row);
  if (result.status === 'failed')
    return { checks: [result], listed, failure: failureOf(row, result.message) };
  const models = mergedModels(domain, row, known, listed ?? []).rows;
  const model = models.find(({ type }) => type === 'chat');
  if (!model) return { checks: [result], listed, failure: undefined };
  const answer = await checkAnswer(
    toAskable(domain, { ...row, offer: 'all', spend_limit: null }, model),
  );
  const checks = [result, answer];
  const failure = answer.status === 'failed' ? failureOf(row, answer.message) : undefined;
  return { checks, listed, failure };
}

/** Asks an endpoint for its models. */
export async function checkList(
  domain: Pick<Deps, 'model' | 'secrets'>,
  row: EndpointRow,
): Promise<{ result: ModelEndpointCheckResult; listed: readonly OfferedModel[] | undefined }> {
  const started = performance.now();
  const result = (status: ModelEndpointCheckResult['status'], message: string) => {
    const duration_ms = Math.round(performance.now() - started);
    return { check: 'list' as const, status, model_id: null, message, duration_ms };
  };
  try {
    const client = await openEndpoint(domain, row);
    const found = await client.list();
    if (typeof found === 'string') return { result: result('failed', found), listed: undefined };
    if (found.length === 0)
      return {
        result: result('skipped', 'It lists no models. Add those that you use by name.'),
        listed: found,
      };
    const text = `Lists ${found.length} ${found.length === 1 ? 'model' : 'models'}.`;
    return { result: result('passed', text), listed: found };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { result: result('failed', error.message), listed: undefined };
  }
}

async function checkAnswer({ ask, info }: AskableModel): Promise<ModelEndpointCheckResult> {
  const started = performance.now();
  const result = (status: ModelEndpointCheckResult['status'], message: string) => {
    const duration_ms = Math.round(performance.now() - started);
    return { check: 'answer' as const, status, model_id: info.id, message, duration_ms };
  };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const messages = [{ role: 'user' as const, content: 'Say hello.' }];
    const parameters = { max_output_tokens: ANSWER_TOKENS };
    if (ask) await wholeAnswer(ask({ messages, parameters, isStreamed: false, signal }));
    return result('passed', 'Answers.');
  } catch (error) {
    if (error instanceof ModelFailure) return result('failed', error.message);
    if (signal.aborted) return result('failed', `No answer within ${ANSWER_TIMEOUT_MS / 1000} s.`);
    throw error;
  }
}

function failureOf({ kind }: EndpointRow, message: string): FieldError {
  const isKey = /API key|isn't authorised|can't be read/.test(message);
  const isUrl = kind !== 'bedrock';
  return { pointer: isKey ? '/api_key' : isUrl ? '/base_url' : '/region', message };
}
