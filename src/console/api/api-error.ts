import type { Problem, ProblemCode } from '#generated/model/index.ts';

type ApiErrorInit = {
  /** HTTP status, or 0 when there was no response. */
  status: number;
  problem?: Problem | null;
  requestId?: string | null;
  cause?: unknown;
};

/** Thrown by every failed call to the product API. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  /** Include it when contacting support. */
  readonly requestId: string | null;

  constructor(init: ApiErrorInit) {
    const { problem = null } = init;
    super(
      problem?.detail ?? problem?.title ?? `The request failed (${init.status || 'no response'}).`,
      {
        cause: init.cause,
      },
    );
    this.name = 'ApiError';
    this.status = init.status;
    this.problem = problem;
    this.requestId = init.requestId ?? problem?.request_id ?? null;
  }

  /** The contract's problem code; null when the response was not a problem. */
  get code(): ProblemCode | null {
    return this.problem?.code ?? null;
  }
}

/** Whether an error is an {@link ApiError} with one of these statuses, or with any if none are given. */
export function isApiError(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && (statuses.length === 0 || statuses.includes(error.status));
}

/** Reads a failed response. A body that is not a problem (a proxy's page) keeps its status. */
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
