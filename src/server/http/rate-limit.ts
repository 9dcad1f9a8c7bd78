import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { principalId } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';

const WINDOW_SECONDS = 60;
/** Maximum number of wrong keys and tokens from one address per minute. Nobody types that many. */
const FAILURES = 120;

export interface RateLimit {
  /** Counts a request of a caller, or of an address if nobody is signed in. Throws ProblemError 429. */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a rejected key or token of an address. Throws ProblemError 429 if there are too many. */
  countFailure(request: FastifyRequest): Promise<void>;
}

/** Limits each caller on this node. The limit is generous, so that only runaway clients reach it. */
export function createRateLimit(perMinute: number): RateLimit {
  const requests = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const failures = new RateLimiterMemory({ points: FAILURES, duration: WINDOW_SECONDS });
  return {
    async count(request, reply) {
      const { principal } = request as { principal?: FastifyRequest['principal'] };
      const left = await consume(requests, principal ? principalId(principal) : request.ip);
      reply.header('ratelimit-policy', `${perMinute};w=${WINDOW_SECONDS}`);
      reply.header(
        'ratelimit',
        `limit=${perMinute}, remaining=${left.remainingPoints}, reset=${seconds(left)}`,
      );
    },
    async countFailure(request) {
      await consume(failures, request.ip);
    },
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  return limiter.consume(key).catch((state: unknown) => {
    if (!(state instanceof RateLimiterRes)) throw state;
    const wait = seconds(state);
    throw new ProblemError('rate_limited', `Too many requests. Try again in ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    });
  });
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
