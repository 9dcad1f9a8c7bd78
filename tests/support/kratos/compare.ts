import { isDeepStrictEqual } from 'node:util';
import { answersOf } from './answers.ts';
import { type Answer, type Service, visit } from './browser.ts';
import { RECORDED } from './normalise.ts';
import { type ProtocolRecorder, protocol } from './scenarios/protocol.ts';

/** Left out: the wording, of which only the ids of texts are part of the protocol, and what depends on the clock. */
const IGNORED = new Set([
  ...['text', 'reason', 'message', 'debug', 'context', 'title', 'schema_url'],
  ...['docs', 'hint', 'reject_reason', 'CredentialsMissing', 'state_changed_at', 'location'],
  // One service notes a device for each factor, the other for each session.
  'devices',
]);

const PATTERNS: [RegExp, string][] = [
  [/^data:image\/.*/s, '<image>'],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/, '<jwt>'],
  [/^stub:500$/, '<id>'],
  [/^ory_(st|lo|ac)_[\w-]+$/, '<token>'],
  [/^127\.0\.0\.1(:\d+)?$|^::1$|^\[::1\]:\d+$/, '<address>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<id>'],
  // The mocks' ids.
  [/\b[a-z]+_[\da-hjkmnp-tv-z]{26}(-(address|recovery))?\b/g, '<id>'],
  [/[\w.+-]+@example\.com/g, '<email>'],
  [/(token=)[\w-]+/g, '$1<token>'],
];

/** Values that differ each time, by the name of their node. */
const SECRET_NODES = /^(csrf_token|passkey_|webauthn_.*trigger|.*_remove)/;

/** Sign-up by emailed code, which can't be turned off in Kratos without turning off sign-in by code. */
const SIGN_UP_BY_CODE = /^code submit method=code label 1040006$/;

/** An answer that differs from Kratos's. */
export interface Difference {
  name: string;
  own: unknown;
  kratos: unknown;
}

/**
 * Sends a service every request whose answer was recorded, and compares.
 * @param mailed what a pattern finds in the latest email to an address
 * @param leftOut nodes that the service doesn't offer
 * @returns the answers that differ; all of them if different requests were sent
 */
export async function compareWithKratos(
  service: Service & Partial<Pick<ProtocolRecorder, 'visitor'>>,
  mailed: ProtocolRecorder['mailed'],
  leftOut = SIGN_UP_BY_CODE,
): Promise<Difference[]> {
  const own = new Map<string, Answer>();
  let people = 0;
  await protocol({
    visitor: () => visit(service),
    ...service,
    email: () => `person-${Date.now()}-${++people}@example.com`,
    keep: (name, answer) => void own.set(name, answer),
    mailed,
  });
  const recorded = answersOf('protocol');
  return [...new Set([...own.keys(), ...recorded.keys()])].flatMap((name) => {
    const pair = {
      name,
      own: comparable(own.get(name), service, leftOut),
      kratos: comparable(recorded.get(name), RECORDED, leftOut),
    };
    return isDeepStrictEqual(pair.own, pair.kratos) ? [] : [pair];
  });
}

/** An answer in the form in which those of two services are compared. For unknown paths, Kratos's 404 is plain text. */
function comparable(answer: Answer | undefined, service: Service, leftOut: RegExp): unknown {
  if (!answer) return undefined;
  const { request, status, body } = answer;
  const isCompared = status !== 404 && typeof body === 'object';
  return {
    request: request && normaliseText(request, service),
    status,
    ...(isCompared && { body: simplify(body, service, leftOut) }),
  };
}

/**
 * A body without what differs each time (ids, times, tokens, addresses) and without the wording, so that the answers
 * of two services can be compared. Nodes are sorted, because clients decide where they stand.
 */
function simplify(value: unknown, service: Service, leftOut: RegExp): unknown {
  if (typeof value === 'string') return normaliseText(value, service);
  if (Array.isArray(value)) return value.map((part) => simplify(part, service, leftOut));
  if (typeof value !== 'object' || value === null) return value;
  const found = Object.entries(value as Record<string, unknown>)
    .filter(([name]) => !IGNORED.has(name))
    .map(([name, part]): [string, unknown] => {
      if (name === 'nodes' && Array.isArray(part)) return [name, nodesOf(part, service, leftOut)];
      return [name, simplify(part, service, leftOut)];
    })
    // A field without a value says the same as a missing one.
    .filter(([, part]) => part !== null && !isEmpty(part))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(found);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function normaliseText(text: string, { base, origin }: Service): string {
  let result = text.replaceAll(base, '<service>').replaceAll(origin, '<console>');
  for (const [pattern, name] of PATTERNS) result = result.replace(pattern, name);
  return result.replace(encodeURIComponent(origin), '<console>');
}

interface Node {
  type: string;
  group: string;
  attributes: Record<string, unknown>;
  messages?: { id: number }[];
  meta?: { label?: { id: number } };
}

/** One line per node: what a client sees and sends. */
function nodesOf(nodes: Node[], service: Service, leftOut: RegExp): string[] {
  return nodes
    .map((node) => lineOf(node, service))
    .filter((line) => !leftOut.test(line))
    .sort();
}

function lineOf({ type, group, attributes, messages = [], meta }: Node, service: Service) {
  const { name, id, type: kind, value, required, disabled, onclickTrigger } = attributes;
  const isField = kind !== 'hidden' && kind !== 'submit';
  const label = String(name ?? id);
  const isButton = kind === 'submit' || kind === 'button';
  const shown =
    value === undefined || value === ''
      ? ''
      : SECRET_NODES.test(label)
        ? '=<secret>'
        : `=${normaliseText(String(value), service)}`;
  return [
    group,
    type === 'input' ? kind : type,
    label.replace(/[\da-f]{32,}/, '<key>') + (isButton || name ? shown : ''),
    kind !== 'hidden' && meta?.label && `label ${meta.label.id}`,
    isField && required && 'required',
    disabled && 'disabled',
    onclickTrigger && `trigger ${onclickTrigger}`,
    ...messages.map((message) => `says ${message.id}`),
  ]
    .filter(Boolean)
    .join(' ');
}
