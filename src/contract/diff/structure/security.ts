import { isObject } from '#core/json/is-object.ts';
import { type Part, root, schemesIn } from '../../walk.ts';
import { canonical } from '../types.ts';
import { note, type Pair, type Side, type Site } from './context.ts';

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
  const said = { gone: named(refused), now: named(after) };
  if (refused.length > 0) note(site, 'security-tightened', { pointer }, said);
  else if (after.some((given) => !isEnough(given, before)))
    note(site, 'security-widened', { pointer }, said);
}

function requirementsOf({ comparison }: Site, side: Side, operation: Part): Requirement[] {
  const { source } = comparison[side];
  const security = operation.value.security ?? root(source).value.security ?? [];
  const at = `${operation.pointer}/security`;
  if (!Array.isArray(security)) throw source.fail('invalid_document', at, 'expected a list.');
  if (security.length === 0) return [new Map()];
  const schemes = schemesIn(source);
  return security.filter(isObject).map((entry) => {
    const needed: Requirement = new Map();
    for (const [name, scopes] of Object.entries(entry)) {
      const scheme = schemes.get(name);
      if (!scheme) {
        const help = `the security scheme "${name}" is not in components. Add it, or correct the name.`;
        throw source.fail('unresolvable_ref', at, help);
      }
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
  const ways = Object.entries(isObject(flows) ? flows : {});
  return new Set(
    ways.flatMap(([kind, flow]) =>
      isObject(flow) ? [canonical([kind, flow.authorizationUrl, flow.tokenUrl])] : [],
    ),
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
