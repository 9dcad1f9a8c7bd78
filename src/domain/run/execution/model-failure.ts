import type { ProblemCode, RunError } from '#generated/model/index.ts';

/** What a failure says about trying again. */
interface FailureOptions {
  /** Seconds. */
  retry_after?: number | undefined;
  cause?: unknown;
  /** Whether the same request may succeed soon: a limit, a restart, a lost connection. */
  isTemporary?: boolean;
  /** Whether the provider read the request and doesn't take it in this form. */
  isRefusal?: boolean;
  /** The HTTP status. */
  status?: number | undefined;
}

/** Why a run fails, with the message for the person who reads its log. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly error: RunError;
  readonly isTemporary: boolean;
  readonly isRefusal: boolean;
  readonly status: number | undefined;

  constructor(code: ProblemCode, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary ?? false;
    this.isRefusal = options.isRefusal ?? false;
    this.status = options.status;
    this.error = {
      code,
      message,
      ...(options.retry_after !== undefined && { retry_after: options.retry_after }),
    };
  }
}
