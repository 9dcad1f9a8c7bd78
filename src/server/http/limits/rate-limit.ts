import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { personId, principalId } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';

const WINDOW_SECONDS = 60;

export interface RateLimit {
  /** Counts a request of a caller, or of an address if nobody is signed in. Throws ProblemError 429. */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a rejected key or token of an address. Throws ProblemError 429 if there are too many. */
  countFailure(request: FastifyRequest): Promise<void>;
  /** Authenticates a caller, and counts the failure if their credentials are refused. */
  authenticated<T>(request: FastifyRequest, authenticating: Promise<T>): Promise<T>;
}

/**
 * The limit of all of a person's keys together, as a multiple of one key's limit, so that creating keys doesn't raise
 * it.
 */
const PERSON_SHARES = 3;
const OF_PERSON = 'Too many requests by one person and their API keys';

/**
 * Limits each caller on this node, and each person with all of their API keys. The limits are generous, so that only
 * runaway clients reach them.
 * @param perMinute requests of a caller
 * @param failuresPerMinute wrong keys and tokens from one address
 */
export function createRateLimit(perMinute: number, failuresPerMinute: number): RateLimit {
  const requests = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const people = new RateLimiterMemory({
    points: perMinute * PERSON_SHARES,
    duration: WINDOW_SECONDS,
  });
  const failures = new RateLimiterMemory({
    points: failuresPerMinute,
    duration: WINDOW_SECONDS,
  });
  const countFailure = async ({ ip }: FastifyRequest) => {
    await consume(failures, ip);
  };
  return {
    async count(request, reply) {
      const { principal } = request;
      const left = await consume(requests, principal ? principalId(principal) : request.ip);
      if (principal) await consume(people, personId(principal), OF_PERSON);
      reply.header('ratelimit-policy', `${perMinute};w=${WINDOW_SECONDS}`);
      reply.header(
        'ratelimit',
        `limit=${perMinute}, remaining=${left.remainingPoints}, reset=${seconds(left)}`,
      );
    },
    countFailure,
    async authenticated(request, authenticating) {
      try {
        return await authenticating;
      } catch (error) {
        const isRefused = error instanceof ProblemError && error.code === 'unauthenticated';
        if (isRefused) await countFailure(request);
        throw error;
      }
    },
  };
}

async function consume(
  limiter: RateLimiterMemory,
  key: string,
  what = 'Too many requests',
): Promise<RateLimiterRes> {
  return limiter.consume(key).catch((state: unknown) => {
    if (!(state instanceof RateLimiterRes)) throw state;
    const wait = seconds(state);
    throw new ProblemError('rate_limited', `${what}. Try again in ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    });
  });
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
