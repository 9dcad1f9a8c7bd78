import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_HOURS } from '#core/limits.ts';
import { AREAS } from '#domain/areas.ts';
import { operations as facts } from '#domain/call.ts';
import { principalId } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Db } from '../db/client.ts';
import { idempotency } from '../db/schema/system.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { RouteHooks } from './bind.ts';
import type { Operation, OperationId } from './contract.ts';

/** These operations implement idempotency themselves: a run is stored before the response. */
const OWN: readonly OperationId[] = ['runTask', 'streamTask', 'runAssist', 'streamAssist'];
const PURPOSE = 'idempotency';
const REPLAYED_HEADERS = ['content-type', 'location', 'etag'];
const EXPIRED = sql`now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`;

declare module 'fastify' {
  interface FastifyRequest {
    /** The row to store the response in. Undefined without an Idempotency-Key. */
    idempotency?: { caller: string; key: string };
  }
}

export interface Idempotency {
  /** The hooks of an operation that accepts an Idempotency-Key; none for the others. */
  hooksOf(operation: Operation): RouteHooks;
}

/**
 * Repeats the first response to a write that is sent again with the same key and content. Guarantees at-most-once: if the
 * first request never finished because the process died, it isn't retried. Error responses release the key, because they
 * changed nothing. Responses are stored encrypted, because one of them contains a new API key.
 */
export function createIdempotency(db: Db, secrets: Secrets): Idempotency {
  async function begin(request: FastifyRequest, reply: FastifyReply, operation: Operation) {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return;
    const caller = principalId(request.principal);
    const requestHash = hashOf(
      operation.id,
      request.url,
      request.headers['if-match'],
      request.body,
    );
    const taken = await take(caller, key, requestHash);
    if (taken) {
      request.idempotency = { caller, key };
      return;
    }
    return replay(reply, await read(caller, key), requestHash);
  }

  /** Whether the key is available: new, or expired. */
  async function take(caller: string, key: string, requestHash: string): Promise<boolean> {
    const fresh = {
      request_hash: requestHash,
      status: null,
      headers: null,
      body: null,
      created_at: new Date().toISOString(),
    };
    const rows = await db
      .insert(idempotency)
      .values({ caller, key, ...fresh })
      .onConflictDoUpdate({
        target: [idempotency.caller, idempotency.key],
        set: fresh,
        setWhere: lt(idempotency.created_at, EXPIRED),
      })
      .returning({ key: idempotency.key });
    return rows.length > 0;
  }

  async function read(caller: string, key: string) {
    const [row] = await db.select().from(idempotency).where(isRow(caller, key));
    return row;
  }

  function replay(
    reply: FastifyReply,
    row: typeof idempotency.$inferSelect | undefined,
    requestHash: string,
  ) {
    if (row && row.request_hash !== requestHash) {
      throw conflict('This Idempotency-Key was used for another request. Use a new one.');
    }
    if (!row || row.status === null) {
      throw conflict(
        "The first request with this Idempotency-Key hasn't finished. Wait a moment. If that doesn't help, check whether it took effect and use a new key.",
      );
    }
    return reply
      .code(row.status)
      .headers({ ...row.headers, 'idempotent-replayed': 'true' })
      .serializer((body: string) => body)
      .send(row.body === null ? undefined : secrets.open(PURPOSE, row.body));
  }

  async function end(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const own = request.idempotency;
    if (!own) return;
    if (reply.statusCode >= 300) {
      await db
        .delete(idempotency)
        .where(and(isRow(own.caller, own.key), isNull(idempotency.status)));
      return;
    }
    const headers = REPLAYED_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    await db
      .update(idempotency)
      .set({
        status: reply.statusCode,
        headers: Object.fromEntries(headers),
        body: typeof payload === 'string' ? secrets.seal(PURPOSE, payload) : null,
      })
      .where(isRow(own.caller, own.key));
  }

  return {
    hooksOf(operation) {
      if (!operation.idempotent || OWN.includes(operation.id) || isMoved(operation)) return {};
      return {
        preHandler: (request, reply) => begin(request, reply, operation),
        onSend: async (request, reply, payload) => {
          await end(request, reply, payload);
          return payload;
        },
      };
    },
  };
}

/** The domain repeats its responses itself (`once`). */
function isMoved({ id }: Operation): boolean {
  return facts[id].area in AREAS;
}

function isRow(caller: string, key: string) {
  return and(eq(idempotency.caller, caller), eq(idempotency.key, key));
}

function hashOf(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function conflict(detail: string): ProblemError {
  return new ProblemError('idempotency_conflict', detail, {
    errors: [{ pointer: '/header/Idempotency-Key', message: detail }],
  });
}
