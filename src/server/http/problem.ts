import { PROBLEMS } from '#core/problem/problems.ts';
import type {
  FieldError,
  Problem,
  ProblemCode,
  TaskContractChange,
} from '#generated/model/index.ts';

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
  changes?: TaskContractChange[];
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
  readonly changes: TaskContractChange[] | undefined;

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
    this.changes = extras.changes;
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
      ...(this.changes && { changes: this.changes }),
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
