import { ExtractFailure } from '#core/extract/extracted.ts';
import type { DocumentFailure, ProblemCode } from '#generated/model/index.ts';
import { ProblemError } from '../../problem.ts';
import { ModelFailure } from '../../run/execution/model-failure.ts';
import { EmbeddingFailure, FetchFailure, MODEL_UNPRICED } from '../collection.port.ts';

/** How long each step may take, in milliseconds. */
export const DEADLINES_MS = {
  extracting: 10 * 60_000,
  splitting: 5 * 60_000,
  embedding: 60 * 60_000,
};

export type Step = keyof typeof DEADLINES_MS;

/** Permanent failures of a model. */
const FINAL: ReadonlySet<ProblemCode> = new Set([
  'model_refused',
  'model_unauthorized',
  'model_not_found',
  'input_unsupported',
]);

/** A step that exceeded its deadline. */
export class StepTimeout extends Error {
  override readonly name = 'StepTimeout';

  constructor(step: Step) {
    super(`The step “${step}” took longer than ${DEADLINES_MS[step] / 60_000} minutes.`);
  }
}

/** Why an attempt to index a document failed, and whether another one can help. */
export function failureOf(error: unknown): {
  code: DocumentFailure;
  detail: string;
  isTemporary: boolean;
} {
  if (error instanceof ExtractFailure)
    return { code: error.code, detail: error.detail, isTemporary: false };
  if (error instanceof FetchFailure)
    return { code: 'fetch_failed', detail: error.message, isTemporary: error.isTemporary };
  if (error instanceof EmbeddingFailure)
    return { code: 'embedding_failed', detail: error.message, isTemporary: error.isTemporary };
  if (error instanceof ProblemError && isUnpayable(error))
    return { code: error.code, detail: UNPAYABLE[error.code], isTemporary: false };
  if (error instanceof ModelFailure)
    return {
      code: error.error.code === 'model_timeout' ? 'timeout' : 'unreadable',
      detail: error.message,
      isTemporary: !FINAL.has(error.error.code),
    };
  if (error instanceof Error && error.name === 'TimeoutError')
    return { code: 'timeout', detail: 'The model took too long to respond.', isTemporary: true };
  // No thread was free, or the work took too much time or memory.
  if (error instanceof ProblemError)
    return { code: 'timeout', detail: error.message, isTemporary: true };
  if (error instanceof StepTimeout)
    return {
      code: 'timeout',
      detail: `${error.message} Try a smaller document.`,
      isTemporary: false,
    };
  return {
    code: 'internal',
    detail: 'Something went wrong on our side. The error was logged. Try again.',
    isTemporary: true,
  };
}

/** Why embedding can't be paid, and what to do. */
const UNPAYABLE = {
  insufficient_balance: 'Add credits, then retry. What was embedded already is not charged again.',
  model_unpriced: MODEL_UNPRICED,
} as const;

function isUnpayable(
  error: ProblemError,
): error is ProblemError & { code: keyof typeof UNPAYABLE } {
  return error.code in UNPAYABLE;
}
