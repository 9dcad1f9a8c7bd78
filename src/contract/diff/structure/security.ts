import { isObject } from '#core/json/is-object.ts';
import { ContractError } from '../contract-error.ts';
import { canonical } from '../types.ts';
import { add, type Comparison, members, type Operation, type Part, root } from './context.ts';

/**
 * One alternative for authorisation: the required schemes, by what they are rather than what they are called, with
 * scopes.
 */
type Requirement = Map<string, { scopes: Set<string>; flows: Set<string> }>;

/** Each alternative that was sufficient for callers must still be sufficient. */
export function compareSecurity(
  comparison: Comparison,
  operation: Operation,
  base: Part,
  next: Part,
): void {
  const before = requirementsOf(comparison, 'base', base);
  const after = requirementsOf(comparison, 'next', next);
  const enough = (given: Requirement) => after.some((needed) => covers(given, needed));
  const pointer = next.value.security === undefined ? '/security' : `${next.pointer}/security`;
  const refused = before.filter((given) => !enough(given));
  if (refused.length > 0)
    add(comparison, operation, {
      level: 'breaking',
      rule: 'security-tightened',
      pointer,
      direction: 'request',
      message: `${refused.map(nameOf).join(', or ')} is no longer sufficient; required: ${after.map(nameOf).join(', or ')}`,
    });
  else if (after.some((given) => !before.some((needed) => covers(given, needed))))
    add(comparison, operation, {
      level: 'info',
      rule: 'security-widened',
      pointer,
      direction: 'request',
      message: `${after.map(nameOf).join(', or ')} is now sufficient`,
    });
}

function requirementsOf(
  comparison: Comparison,
  side: 'base' | 'next',
  operation: Part,
): Requirement[] {
  const { source } = comparison[side];
  const document = root(source);
  const security = operation.value.security ?? document.value.security ?? [];
  if (!Array.isArray(security))
    throw new ContractError(
      'invalid_document',
      source.side,
      `${operation.pointer}/security`,
      'expected a list.',
    );
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
          `${operation.pointer}/security`,
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
