import type { Problem, ProblemCode } from '#generated/model/index.ts';

type ApiErrorInit = {
  /** HTTP status, or 0 when no answer came. */
  status: number;
  problem?: Problem | null;
  requestId?: string | null;
  cause?: unknown;
};

/** What every failed call of the product API throws. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  /** Name it when asking for help. */
  readonly requestId: string | null;

  constructor(init: ApiErrorInit) {
    const { problem = null } = init;
    super(
      problem?.detail ?? problem?.title ?? `The request failed (${init.status || 'no answer'}).`,
      {
        cause: init.cause,
      },
    );
    this.name = 'ApiError';
    this.status = init.status;
    this.problem = problem;
    this.requestId = init.requestId ?? problem?.request_id ?? null;
  }

  /** The contract's name of what happened; null when the answer was not a problem. */
  get code(): ProblemCode | null {
    return this.problem?.code ?? null;
  }
}

/** Whether something thrown is an {@link ApiError} of one of these statuses (any, when none is named). */
export function isApiError(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && (statuses.length === 0 || statuses.includes(error.status));
}

/** Reads a failed answer. A body that is no problem (a proxy's page) keeps its status. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = isProblem(body) ? body : null;
  return new ApiError({
    status: response.status,
    problem,
    requestId: response.headers.get('x-request-id'),
  });
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'title' in body;
}
