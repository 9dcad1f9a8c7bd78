import type { OperationFacts } from '#domain/call.ts';
import { principalId } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { OperationId } from '#generated/operations/index.ts';
import type { Call } from '../handlers/resolver.ts';
import type { Store } from '../store.ts';
import { Answer } from './answer.ts';

/** Runs handle their keys themselves: a second request follows the run started by the first. */
const OWN_KEYS: readonly OperationId[] = ['runTask', 'streamTask', 'runAssist', 'streamAssist'];

/** Performs a write once per `Idempotency-Key`; the same key with another body is a conflict. */
export async function withIdempotency<Op extends OperationId, T>(
  call: Call<Op>,
  operation: OperationFacts,
  work: () => T | Promise<T>,
): Promise<T | Answer<unknown>> {
  const key = call.request.headers.get('idempotency-key');
  if (key === null || OWN_KEYS.includes(operation.id)) return work();
  const id = `${principalId(call.caller)} ${key}`;
  const ifMatch = call.request.headers.get('if-match');
  const fingerprint = `${operation.id} ${ifMatch} ${fingerprintOf(call)}`;
  const known = knownAnswer(call.store, id, fingerprint);
  if (known) return known;
  const answer = await work();
  const { body, status, headers } = answer instanceof Answer ? answer : new Answer(answer, 200);
  call.store.data.idempotency[id] = { fingerprint, status, headers, body };
  return answer;
}

/** What identifies a request: its target and its body. */
export function fingerprintOf(call: { request: Request; body: unknown }): string {
  return `${new URL(call.request.url).pathname} ${JSON.stringify(call.body)}`;
}

/** Rejects a key that was used for another request. */
export function idempotencyConflict(): ProblemError {
  return new ProblemError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request. Use a new one.',
  );
}

function knownAnswer(store: Store, id: string, fingerprint: string): Answer<unknown> | undefined {
  const known = Object.hasOwn(store.data.idempotency, id) ? store.data.idempotency[id] : undefined;
  if (!known) return undefined;
  if (known.fingerprint !== fingerprint) throw idempotencyConflict();
  return new Answer(known.body, known.status, { ...known.headers, 'Idempotent-Replayed': 'true' });
}
