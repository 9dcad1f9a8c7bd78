import type {
  ChatMessage,
  ProblemCode,
  VisitorMessage,
  VisitorSource,
} from '#generated/model/index.ts';
import { ProblemError } from '../../problem.ts';
import { asView } from '../../view.ts';

const UNAVAILABLE = "The assistant isn't available right now.";

/** What visitors are told about an answer that failed. The details are for the widget's owner, in the run. */
const FAILURES: Readonly<Record<string, string>> = {
  prompt_too_long: 'This message is too long. Please shorten it.',
  model_timeout: 'The answer took too long. Please ask again.',
  model_interrupted: 'The answer was interrupted. Please ask again.',
  run_lost: 'The answer was interrupted. Please ask again.',
  model_rate_limited: 'The assistant is busy. Please ask again in a moment.',
};

/**
 * A message as visitors see it: no ids of documents, no prompts, no costs.
 */
export function toVisitorMessage(message: ChatMessage): VisitorMessage {
  const { error } = message;
  return asView('VisitorMessage', message, {
    sources: sourcesOf(message),
    error: error ? (FAILURES[error.code] ?? UNAVAILABLE) : null,
  });
}

/** The cited documents in order of their numbers, each with the first sentence that supports the answer. */
function sourcesOf({ sources, citations }: ChatMessage): VisitorSource[] {
  return sources.map(({ number, document_name, page }) => ({
    number,
    title: document_name,
    page,
    quote: citations.find((one) => one.number === number && one.quote !== null)?.quote ?? null,
  }));
}

/** Problems whose texts are meant for visitors too. */
const SHOWN: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'answer_in_progress',
  'not_found',
]);

/** A problem in words for visitors: never why the owner's model, balance or task can't answer. */
export function inVisitorWords(error: unknown): unknown {
  if (!(error instanceof ProblemError) || SHOWN.has(error.code)) return error;
  const { code, headers } = error;
  if (code === 'limit_reached')
    return new ProblemError(code, 'This conversation is full. Start a new one.', { cause: error });
  if (code === 'rate_limited') {
    const detail = 'The assistant is busy. Please try again in a moment.';
    return new ProblemError(code, detail, { headers: { ...headers }, cause: error });
  }
  if (code === 'prompt_too_long')
    return new ProblemError('invalid_request', FAILURES[code], { cause: error });
  return new ProblemError('unavailable', UNAVAILABLE, { cause: error });
}
