import { IDEMPOTENCY_HOURS } from '#core/limits.ts';
import { sha256 } from '#core/sha256.ts';
import type { OperationId } from '#generated/operations/index.ts';
import type { CallHeaders, FullReply, Operation } from './call.ts';
import type { Sealer } from './ports.ts';
import { type Principal, principalId } from './principal.ts';
import { ProblemError } from './problem.ts';
import type { Stores } from './stores.ts';
import type { IdempotencyRow } from './system/system.tables.ts';
import { Taken } from './table.ts';

/** Runs handle idempotency themselves, since a run is a row before it is a response. */
const OWN: readonly OperationId[] = [
  'runTask',
  'streamTask',
  'runAssist',
  'streamAssist',
  'streamComposeStep',
];
const PURPOSE = 'idempotency';
const HOUR = 3_600_000;

interface Keyed {
  headers: CallHeaders;
  path: string;
  query: unknown;
  body: unknown;
  principal: Principal;
}

/**
 * Repeats the first response when a write is sent again with the same Idempotency-Key and content. Each write runs at
 * most once: if its first request never finished (the process died), it is not tried again. A request that fails frees
 * its key, since it changed nothing. Responses are stored encrypted, since one of them contains a new API key.
 * @throws ProblemError 409 `idempotency_conflict`
 */
export async function once(
  { stores, secrets }: { stores: Stores; secrets: Sealer },
  operation: Operation,
  call: Keyed,
  work: () => Promise<FullReply>,
): Promise<FullReply> {
  const key = call.headers['idempotency-key'];
  if (key === undefined || !operation.isIdempotent || OWN.includes(operation.id)) return work();
  const { idempotency } = stores.system;
  const id = { caller: principalId(call.principal), key };
  const request_hash = await hashOf(operation, call);
  const taken = await take(stores, { ...id, request_hash });
  if (!taken) return replay(await idempotency.find(id), request_hash, secrets);
  const reply = await freeingOnError(stores, id, work);
  const { status, headers, body } = reply;
  const sealed = body === undefined ? null : secrets.seal(PURPOSE, JSON.stringify(body));
  await idempotency.change(id, { status, headers: { ...headers }, body: sealed });
  return reply;
}

/** Frees the key if the work fails; once it is done, the key must not let it be done again. */
async function freeingOnError(
  { system }: Stores,
  id: Pick<IdempotencyRow, 'caller' | 'key'>,
  work: () => Promise<FullReply>,
): Promise<FullReply> {
  try {
    return await work();
  } catch (error) {
    await system.idempotency.delete({ ...id, status: null });
    throw error;
  }
}

/** Deletes expired keys. */
export async function forgetOldKeys({ system }: Stores): Promise<void> {
  await system.idempotency.delete({ created_at: { lt: expiry() } });
}

/** Claims the key. Returns whether it was new or has expired. */
async function take(
  { system }: Stores,
  row: Pick<IdempotencyRow, 'caller' | 'key' | 'request_hash'>,
): Promise<boolean> {
  const created_at = new Date().toISOString();
  const fresh: IdempotencyRow = { ...row, status: null, headers: null, body: null, created_at };
  try {
    await system.idempotency.insert(fresh);
    return true;
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    const { caller, key } = row;
    const old = { caller, key, created_at: { lt: expiry() } };
    return (await system.idempotency.change(old, fresh)) > 0;
  }
}

function replay(row: IdempotencyRow | undefined, requestHash: string, secrets: Sealer): FullReply {
  if (row && row.request_hash !== requestHash) {
    throw conflict('This Idempotency-Key was used for another request. Use a new one.');
  }
  if (!row || row.status === null) {
    throw conflict(
      "The first request with this Idempotency-Key hasn't finished. Wait a moment; if that doesn't help, check whether it took effect and use a new key.",
    );
  }
  return {
    status: row.status,
    headers: { ...row.headers, 'idempotent-replayed': 'true' },
    body: row.body === null ? undefined : JSON.parse(secrets.open(PURPOSE, row.body)),
  };
}

/** Must not change: keys of the last 24 hours must still match after an upgrade. */
async function hashOf(
  { id, file }: Operation,
  { path, query, headers, body }: Keyed,
): Promise<string> {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const url = search === '' ? path : `${path}?${search}`;
  const content = file === undefined ? body : await fileOf((body as Record<string, Blob>)[file]);
  return sha256(JSON.stringify([id, url, headers['if-match'], content]));
}

/** The identity of an uploaded file. */
async function fileOf(file: (Blob & { name?: string }) | undefined): Promise<unknown> {
  if (!file) return null;
  return [file.name, await sha256(new Uint8Array(await file.arrayBuffer()))];
}

function expiry(): string {
  return new Date(Date.now() - IDEMPOTENCY_HOURS * HOUR).toISOString();
}

function conflict(detail: string): ProblemError {
  return new ProblemError('idempotency_conflict', detail, {
    errors: [{ pointer: '/header/Idempotency-Key', message: detail }],
  });
}
