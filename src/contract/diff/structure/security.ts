import { isObject } from '#core/json/is-object.ts';
import { ContractError } from '../contract-error.ts';
import { canonical } from '../types.ts';
import { members, note, type Pair, type Part, root, type Site } from './context.ts';

/**
 * One alternative for authorisation: the required schemes with their scopes. Schemes are known by their kind and place,
 * because their names mean nothing to callers.
 */
type Requirement = Map<string, { scopes: Set<string>; flows: Set<string> }>;

/** Each alternative that was sufficient for callers must still be sufficient. */
export function compareSecurity(site: Site, [base, next]: Pair): void {
  const before = requirementsOf(site, 'base', base);
  const after = requirementsOf(site, 'next', next);
  const isEnough = (given: Requirement, needs: readonly Requirement[]) =>
    needs.some((needed) => covers(given, needed));
  const pointer = next.value.security === undefined ? '/security' : `${next.pointer}/security`;
  const named = (list: readonly Requirement[]) => list.map(nameOf).join(', or ');
  const refused = before.filter((given) => !isEnough(given, after));
  if (refused.length > 0) {
    const text = `${named(refused)} is no longer sufficient; required: ${named(after)}`;
    note(site, 'breaking', 'security-tightened', { pointer }, text);
  } else if (after.some((given) => !isEnough(given, before)))
    note(site, 'info', 'security-widened', { pointer }, `${named(after)} is now sufficient`);
}

function requirementsOf(
  { comparison }: Site,
  side: 'base' | 'next',
  operation: Part,
): Requirement[] {
  const { source } = comparison[side];
  const document = root(source);
  const security = operation.value.security ?? document.value.security ?? [];
  const at = `${operation.pointer}/security`;
  if (!Array.isArray(security))
    throw new ContractError('invalid_document', source.side, at, 'expected a list.');
  if (security.length === 0) return [new Map()];
  const components = {
    value: isObject(document.value.components) ? document.value.components : {},
    pointer: '/components',
  };
  const schemes = members(source, components, 'securitySchemes');
  return security.filter(isObject).map((entry) => {
    const needed: Requirement = new Map();
    for (const [name, scopes] of Object.entries(entry)) {
      const scheme = schemes.get(name);
      if (!scheme)
        throw new ContractError(
          'unresolvable_ref',
          source.side,
          at,
          `the security scheme "${name}" is not in components. Add it, or correct the name.`,
        );
      needed.set(identityOf(scheme.value), {
        scopes: new Set(Array.isArray(scopes) ? scopes.map(String) : []),
        flows: flowsOf(scheme.value),
      });
    }
    return needed;
  });
}

function covers(given: Requirement, needed: Requirement): boolean {
  return [...needed].every(([scheme, { scopes, flows }]) => {
    const held = given.get(scheme);
    if (!held) return false;
    return (
      [...scopes].every((s) => held.scopes.has(s)) && [...held.flows].every((f) => flows.has(f))
    );
  });
}

/** What a caller has to know about a scheme: its kind, and where the key goes. */
function identityOf(scheme: Record<string, unknown>): string {
  const { type, in: place, name, openIdConnectUrl } = scheme;
  const key = place === 'header' && typeof name === 'string' ? name.toLowerCase() : name;
  const http = typeof scheme.scheme === 'string' ? scheme.scheme.toLowerCase() : undefined;
  return canonical([type, place, key, http, openIdConnectUrl]);
}

/** OAuth flows; an additional flow does not affect callers that use another one. */
function flowsOf({ flows }: Record<string, unknown>): Set<string> {
  if (!isObject(flows)) return new Set();
  const ways = Object.entries(flows).filter(([, flow]) => isObject(flow));
  return new Set(
    ways.map(([kind, flow]) => {
      const { authorizationUrl, tokenUrl } = flow as Record<string, unknown>;
      return canonical([kind, authorizationUrl, tokenUrl]);
    }),
  );
}

function nameOf(requirement: Requirement): string {
  if (requirement.size === 0) return 'nothing';
  return [...requirement]
    .map(([identity, { scopes }]) => {
      const [type, place, name, http] = JSON.parse(identity) as string[];
      const title = [type, http ?? (name && `${name} in ${place}`)].filter(Boolean).join(' ');
      return scopes.size > 0 ? `${title} (${[...scopes].join(' ')})` : title;
    })
    .join(' and ');
}
