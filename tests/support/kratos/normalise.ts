import type { Service } from './browser.ts';

/** Where the service and the console are in recorded answers. */
export const RECORDED: Service = {
  base: 'https://id.example.com',
  origin: 'http://localhost:3000',
};

const RULES: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '2026-11-23T08:00:00Z'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.?\d* \+0000 UTC/g, '2026-11-23 08:00:00 +0000 UTC'],
  [/data:image\/png;base64,[A-Za-z0-9+/=]+/g, 'data:image/png;base64,AA=='],
  [/"integrity":"[^"]*"/g, '"integrity":"sha512-AA=="'],
  [/"nonce":"[^"]*"/g, '"nonce":"<nonce>"'],
  [/("added_at_unix"|"used_at_unix"|"expired_at_unix"):\d+/g, '$1:1795420800'],
  [/(privileged_session_expires_at_unix"):\d+/g, '$1:1795420800'],
  [/[0-9a-f]{8}-person@example\.(com|org)/g, 'ada@example.$1'],
  [/\b[0-9a-f]{2}(\*+@example\.(?:com|org))/g, 'ad$1'],
  [/(\\?"challenge\\?":\\?")[\w-]+/g, '$1AAAA'],
  [/(\\?"user\\?":\{[^}]*?\\?"id\\?":\\?")[\w-]+/g, '$1AAAA'],
  [/(\\?"allowCredentials\\?":\[\{[^\]]*?\\?"id\\?":\\?")[\w-]+/g, '$1AAAA'],
  [/\b[0-9a-f]{64}\b/g, 'aa'],
  [/([?&]token=)[\w-]+/g, '$1<token>'],
  [/(within the next )[\d.]+( minutes)/g, '$115.00$2'],
];

/**
 * A response without what differs from one recording to the next: ids, times, challenges, addresses, secrets and where
 * the service and the console run.
 */
export function normalise(body: unknown, { base, origin }: Service): unknown {
  let text = JSON.stringify(body)
    .replaceAll(base, RECORDED.base)
    .replaceAll(origin, RECORDED.origin)
    .replaceAll(encodeURIComponent(origin), encodeURIComponent(RECORDED.origin));
  for (const [pattern, value] of RULES) text = text.replace(pattern, value);
  return JSON.parse(text, (key, value) => (key === 'nodes' ? value.map(plain) : value));
}

/** A node without the attributes that hold secrets of one flow. */
function plain(node: { attributes: Record<string, unknown>; meta: unknown }) {
  const { onclick: _, onload: __, ...attributes } = node.attributes;
  if (attributes.name === 'csrf_token' && attributes.value) attributes.value = 'token';
  if (attributes.id === 'totp_secret_key') return replaceText(node, attributes, 'JBSWY3DPEHPK3PXP');
  if (attributes.id === 'lookup_secret_codes') return codes(node, attributes);
  return { ...node, attributes };
}

function replaceText(node: object, attributes: Record<string, unknown>, secret: string) {
  const text = { ...(attributes.text as object), text: secret, context: { secret } };
  return { ...node, attributes: { ...attributes, text } };
}

function codes(node: object, attributes: Record<string, unknown>) {
  const text = attributes.text as { context: { secrets: object[] } };
  const secrets = text.context.secrets.slice(0, 2).map((each, at) => {
    const secret = `code000${at}`;
    return { ...each, text: secret, context: { secret } };
  });
  const all = { ...text, text: 'code0000, code0001', context: { secrets } };
  return { ...node, attributes: { ...attributes, text: all } };
}
