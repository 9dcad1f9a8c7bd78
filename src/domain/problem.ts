import { ERROR_TEXT_MAX, ERRORS_MAX } from '#core/limits.ts';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import type {
  FieldError,
  Problem,
  ProblemCode,
  RunError,
  TaskContractChange,
} from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';

/** The maximum length of a problem's text for people, in characters. */
const DETAIL_MAX = 2000;

interface ProblemExtras {
  errors?: FieldError[];
  /** Sent with the response, for example `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
  run_id?: string;
  changes?: TaskContractChange[];
  cause?: unknown;
}

/** A request that fails for a reason the contract names; sent as `application/problem+json`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly runId: string | undefined;
  readonly changes: TaskContractChange[] | undefined;

  /**
   * @param code what happened; status and title follow from it
   * @param detail what happened this time and what to do about it, for people
   */
  constructor(code: ProblemCode, detail?: string, extras: ProblemExtras = {}) {
    super(cut(detail ?? PROBLEMS[code][1], DETAIL_MAX), { cause: extras.cause });
    const [status, title] = PROBLEMS[code];
    this.code = code;
    this.status = status;
    this.title = title;
    this.detail = detail && cut(detail, DETAIL_MAX);
    this.errors = extras.errors?.slice(0, ERRORS_MAX).map(shortened);
    this.headers = extras.headers ?? {};
    this.runId = extras.run_id;
    this.changes = extras.changes;
  }

  /** The response body, with the id of the request if there is one. */
  toBody(requestId?: string): Problem {
    return {
      type: `/docs/errors#${this.code}`,
      title: this.title,
      status: this.status,
      ...(this.detail !== undefined && { detail: this.detail }),
      code: this.code,
      ...(this.errors && { errors: this.errors }),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(this.runId !== undefined && { run_id: this.runId }),
      ...(this.changes && { changes: this.changes }),
    };
  }
}

/** What a response repeats from a request is kept short, however long its names and texts are. */
function shortened({ pointer, message, ...rest }: FieldError): FieldError {
  return { ...rest, pointer: cut(pointer), message: cut(message) };
}

function cut(text: string, max = ERROR_TEXT_MAX): string {
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
}

/** An internal error, in a run or elsewhere. The cause is logged but not revealed. */
export const INTERNAL_ERROR: RunError = { code: 'internal_error', message: GENERIC_MESSAGE };

/** A 500. */
export function internalError(cause: unknown): ProblemError {
  return new ProblemError(INTERNAL_ERROR.code, INTERNAL_ERROR.message, { cause });
}

/** A 400 that lists everything wrong with a request; the first error is its detail. */
export function invalidRequest(errors: FieldError[]): ProblemError {
  return new ProblemError('invalid_request', errors[0]?.message ?? 'Invalid request', { errors });
}

/** A 400 about one field. `pointer` is into the body; `/query/…`, `/path/…`, `/header/…` for the rest. */
export function invalidField(pointer: string, message: string): ProblemError {
  return invalidRequest([{ pointer, message }]);
}

/** A 409 for a name that is taken, as an error of the field `name`. */
export function nameTaken(message: string): ProblemError {
  return new ProblemError('name_taken', message, { errors: [{ pointer: '/name', message }] });
}

/** A 404: the same response whether the thing does not exist or the caller may not see it. */
export function notFound(): ProblemError {
  return new ProblemError('not_found', "It doesn't exist, or you don't have access to it.");
}

/**
 * What was looked up.
 * @throws ProblemError 404 when there is nothing
 */
export async function mustFind<T>(found: T | undefined | Promise<T | undefined>): Promise<T> {
  const thing = await found;
  if (thing === undefined) throw notFound();
  return thing;
}
