import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { specifiedMessage } from '#core/messages.ts';
import type { FieldError, ProblemCode, RunError } from '#generated/model/index.ts';

export interface StepFailure {
  /** Null when there was no response. */
  code: ProblemCode | null;
  message: string;
  errors: readonly FieldError[];
}

const GONE = 'This article has been deleted.';

/** Why a step failed: the request was refused, or its run failed. */
export function failureOf(error: unknown): StepFailure {
  if (isApiError(error)) {
    const { code = null, errors = [] } = error.problem ?? {};
    const message = error.status === 404 ? GONE : messageOf(error, 'article.write');
    return { code, message, errors };
  }
  if (error instanceof Error) return { code: null, message: messageOf(error), errors: [] };
  const { code, message } = error as RunError;
  return { code, message: specifiedMessage(code) ?? message, errors: [] };
}
