import type { ProblemCode, RunError } from '#generated/model/index.ts';

/** Why a run fails, with the message for the person who reads its log. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly error: RunError;

  constructor(
    code: ProblemCode,
    message: string,
    options: { retry_after?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.error = {
      code,
      message,
      ...(options.retry_after !== undefined && { retry_after: options.retry_after }),
    };
  }
}
