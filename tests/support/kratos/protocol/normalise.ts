/** Base URLs of the service and of the console, which stand in many answers. */
export interface Addresses {
  service: string;
  console: string;
}

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
  [/[\w.+-]+@example\.com/g, '<email>'],
  [/(token=)[\w-]+/g, '$1<token>'],
];

/** Values that differ each time, by the name of their node. */
const SECRET_NODES = /^(csrf_token|passkey_|webauthn_.*trigger|.*_remove)/;

/**
 * An answer without what differs each time (ids, times, tokens, addresses) and without the wording, so that the answers
 * of two services can be compared. Nodes are sorted, because clients decide where they stand.
 */
export function normalise(value: unknown, addresses: Addresses): unknown {
  if (typeof value === 'string') return normaliseText(value, addresses);
  if (Array.isArray(value)) return value.map((part) => normalise(part, addresses));
  if (typeof value !== 'object' || value === null) return value;
  const found = Object.entries(value as Record<string, unknown>)
    .filter(([name]) => !IGNORED.has(name))
    .map(([name, part]): [string, unknown] => {
      if (name === 'nodes' && Array.isArray(part)) return [name, nodesOf(part, addresses)];
      return [name, normalise(part, addresses)];
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

function normaliseText(text: string, { service, console }: Addresses): string {
  let result = text.replaceAll(service, '<service>').replaceAll(console, '<console>');
  for (const [pattern, name] of PATTERNS) result = result.replace(pattern, name);
  return result.replace(encodeURIComponent(console), '<console>');
}

interface Node {
  type: string;
  group: string;
  attributes: Record<string, unknown>;
  messages?: { id: number }[];
  meta?: { label?: { id: number } };
}

/** One line per node: what a client sees and sends. */
function nodesOf(nodes: Node[], addresses: Addresses): string[] {
  return nodes.map((node) => lineOf(node, addresses)).sort();
}

function lineOf({ type, group, attributes, messages = [], meta }: Node, addresses: Addresses) {
  const { name, id, type: kind, value, required, disabled, onclickTrigger } = attributes;
  const isField = kind !== 'hidden' && kind !== 'submit';
  const label = String(name ?? id);
  const isButton = kind === 'submit' || kind === 'button';
  const shown =
    value === undefined || value === ''
      ? ''
      : SECRET_NODES.test(label)
        ? '=<secret>'
        : `=${normaliseText(String(value), addresses)}`;
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
