import type { Operation } from '#domain/call.ts';
import { ProblemError } from '#domain/problem.ts';
import type { ProblemCode } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { problemResponse } from './http/problem.ts';

/** The errors the mocks can simulate, with their texts. */
const CODES = {
  400: 'invalid_request',
  401: 'unauthenticated',
  402: 'insufficient_balance',
  403: 'forbidden',
  404: 'not_found',
  409: 'idempotency_conflict',
  410: 'invitation_expired',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'output_invalid',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'model_failed',
  503: 'unavailable',
  504: 'model_timeout',
} as const satisfies Record<number, ProblemCode>;
/** In place of a status: no response at all, though the browser says that it is online. */
const UNREACHABLE = 'unreachable';
export type FaultStatus = `${keyof typeof CODES}` | typeof UNREACHABLE;
export const FAULT_STATUSES = [...Object.keys(CODES), UNREACHABLE] as FaultStatus[];

/** Stream faults: slow tokens, an early end, a broken connection. */
export const STREAM_FAULTS = ['slow', 'cut', 'drop'] as const;
export type StreamFault = (typeof STREAM_FAULTS)[number];

/** Faults of sockets: they break off after a few messages, or are refused. */
export const SOCKET_FAULTS = ['drop', 'refuse'] as const;
export type SocketFault = (typeof SOCKET_FAULTS)[number];

/** The simulated faults; none by default. */
export interface Faults {
  /** Milliseconds of delay before every response. */
  latencyMs?: number;
  /** Returned instead of the real response, by operations that document this status. */
  status?: FaultStatus;
  /** The operations that return `status`; all when absent. */
  on?: readonly OperationId[];
  /** No response at all. */
  offline?: boolean;
  /** No domain has the DNS record that would verify it. */
  noDns?: boolean;
  stream?: StreamFault;
  socket?: SocketFault;
}

/** How many times longer a slow stream takes per token. */
export const SLOW_FACTOR = 20;
/** How many events a stream sends before it breaks off. */
export const CUT_AFTER = 4;

/**
 * Waits or fails as the faults say. Requests the console needs to start are spared.
 * @returns the response to send instead of the real one, if any
 */
export async function applyFaults(
  faults: Faults,
  operation: Operation,
): Promise<Response | undefined> {
  if (operation.permission === 'public') return undefined;
  const { latencyMs = 0, status, on } = faults;
  if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
  if (isOffline(faults)) return Response.error();
  if (!status || (on && on.length > 0 && !on.includes(operation.id))) return undefined;
  if (status === UNREACHABLE) return Response.error();
  if (!operation.statuses.includes(Number(status))) return undefined;
  const headers: Record<string, string> = status === '429' ? { 'Retry-After': '2' } : {};
  const detail = `The mocks are set to return ${status}.`;
  return problemResponse(new ProblemError(CODES[status], detail, { headers }));
}

/** Whether nothing gets through, because of the faults or because the browser is offline. */
export function isOffline({ offline }: Faults): boolean {
  // Node has no such property.
  return offline === true || globalThis.navigator?.onLine === false;
}

/**
 * The faults in a URL: `mock-latency`, `mock-error`, `mock-error-on`, `mock-offline`, `mock-stream`,
 * `mock-socket`.
 * @returns undefined when the URL contains none
 */
export function faultsOf(query: URLSearchParams): Faults | undefined {
  const names = [
    'mock-latency',
    'mock-error',
    'mock-error-on',
    'mock-offline',
    'mock-no-dns',
    'mock-stream',
    'mock-socket',
  ];
  if (!names.some((name) => query.has(name))) return undefined;
  const latencyMs = Number(query.get('mock-latency'));
  const status = FAULT_STATUSES.find((one) => one === query.get('mock-error'));
  const stream = STREAM_FAULTS.find((one) => one === query.get('mock-stream'));
  const socket = SOCKET_FAULTS.find((one) => one === query.get('mock-socket'));
  const on = query.get('mock-error-on')?.split(',').filter(Boolean) as OperationId[] | undefined;
  const offline = query.has('mock-offline') && query.get('mock-offline') !== 'false';
  return {
    ...(latencyMs > 0 && { latencyMs }),
    ...(status && { status }),
    ...(on && on.length > 0 && { on }),
    ...(offline && { offline }),
    ...(query.has('mock-no-dns') && { noDns: true }),
    ...(stream && { stream }),
    ...(socket && { socket }),
  };
}

/** The inverse of {@link faultsOf}: faults as URL parameters. */
export function toQuery({
  latencyMs,
  status,
  on,
  offline,
  noDns,
  stream,
  socket,
}: Faults): [string, string][] {
  const pairs: [string, string | undefined][] = [
    ['mock-latency', latencyMs ? String(latencyMs) : undefined],
    ['mock-error', status],
    ['mock-error-on', on?.join(',') || undefined],
    ['mock-offline', offline ? 'true' : undefined],
    ['mock-no-dns', noDns ? 'true' : undefined],
    ['mock-stream', stream],
    ['mock-socket', socket],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== undefined);
}
