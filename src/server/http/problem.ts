import type { FieldError, Problem, ProblemCode } from '#generated/model/index.ts';

/** Status and title of each problem code. The record is complete by type: a new code must be added. */
const PROBLEMS: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
  invalid_request: [400, 'Invalid request'],
  malformed_json: [400, 'Malformed JSON'],
  invalid_cursor: [400, 'Invalid cursor'],
  payload_too_large: [413, 'Payload too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  unauthenticated: [401, 'Not signed in'],
  insufficient_balance: [402, 'Insufficient balance'],
  forbidden: [403, 'Not allowed'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  name_taken: [409, 'Name taken'],
  task_limit_reached: [409, 'Task limit reached'],
  no_active_revision: [409, 'No active revision'],
  active_revision_changed: [409, 'The active revision changed'],
  last_project: [409, 'Last project'],
  idempotency_conflict: [409, 'Idempotency key used for something else'],
  precondition_failed: [412, 'Changed meanwhile'],
  precondition_required: [428, 'Version required'],
  rate_limited: [429, 'Too many requests'],
  unsupported_image: [415, 'Unsupported image'],
  image_unreadable: [400, 'Unreadable image'],
  model_not_found: [400, 'No such model'],
  model_unauthorized: [502, 'Model provider refused the key'],
  model_rate_limited: [429, 'Model provider is busy'],
  model_refused: [502, 'Model provider refused the request'],
  model_failed: [502, 'Model provider failed'],
  model_timeout: [504, 'Model provider did not answer in time'],
  model_unreadable: [502, 'Model answer not understood'],
  model_interrupted: [502, 'Model answer interrupted'],
  output_invalid: [422, 'Output does not fit its format'],
  prompt_too_long: [400, 'Prompt too long'],
  run_lost: [500, 'Run lost'],
  identity_unavailable: [503, 'Identity service unavailable'],
  unavailable: [503, 'Unavailable'],
  internal_error: [500, 'Internal error'],
};

/** Every problem code with its status and title, in the contract's order. */
export const problemCatalogue: readonly { code: ProblemCode; status: number; title: string }[] =
  Object.entries(PROBLEMS).map(([code, [status, title]]) => ({
    code: code as ProblemCode,
    status,
    title,
  }));

interface ProblemExtras {
  errors?: FieldError[];
  /** Sent with the answer, for example `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
  run_id?: string;
  cause?: unknown;
}

/** Thrown anywhere in the server; the error handler answers it as `application/problem+json`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly runId: string | undefined;

  /**
   * @param code what happened; status and title follow from it
   * @param detail what happened this time and what to do about it, for people
   */
  constructor(code: ProblemCode, detail?: string, extras: ProblemExtras = {}) {
    super(detail ?? PROBLEMS[code][1], { cause: extras.cause });
    const [status, title] = PROBLEMS[code];
    this.code = code;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = extras.errors;
    this.headers = extras.headers ?? {};
    this.runId = extras.run_id;
  }

  /** The body to answer, `request_id` put in. */
  toProblem(requestId?: string): Problem {
    return {
      type: `/docs/errors#${this.code}`,
      title: this.title,
      status: this.status,
      ...(this.detail !== undefined && { detail: this.detail }),
      code: this.code,
      ...(this.errors && { errors: this.errors }),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(this.runId !== undefined && { run_id: this.runId }),
    };
  }
}

/** A 400 about one field. `pointer` is into the body; `/query/…`, `/path/…`, `/header/…` for the rest. */
export function invalidField(pointer: string, message: string): ProblemError {
  return new ProblemError('invalid_request', message, { errors: [{ pointer, message }] });
}

/** A 409 for a name that is taken, as an error of the field `name`. */
export function nameTaken(message: string): ProblemError {
  return new ProblemError('name_taken', message, { errors: [{ pointer: '/name', message }] });
}

/** What an outsider sees: the same answer whether the thing exists or not. */
export function notFound(): ProblemError {
  return new ProblemError('not_found', 'There is no such thing, or you may not see it.');
}
