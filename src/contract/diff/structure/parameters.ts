import { isObject } from '#core/json/is-object.ts';
import { type Found, type Parameter, parametersIn } from '../../walk.ts';
import { wasAnnounced } from '../announced.ts';
import type { RuleName } from '../rules.ts';
import { compareContent } from './content.ts';
import { type Comparison, compareSchemas, note, pairsOf, type Side, type Site } from './context.ts';

/** Compares parameters, wherever they are declared: at the path, at the operation or in components. */
export function compareParameters(operation: Site, base: Found, next: Found): void {
  const { comparison, direction } = operation;
  const before = parametersOf(comparison, 'base', base);
  const after = parametersOf(comparison, 'next', next);
  const isMove = (one: Parameter, other: Parameter) =>
    one.name === other.name && one.in !== other.in;
  for (const [, was, is] of pairsOf(before, after)) {
    const parameter = is ?? was;
    const site = { ...operation, where: `${parameter.in} parameter “${parameter.name}”` };
    if (was && is) compareParameter(site, was, is);
    else if (was) noteRemoved(site, was, after);
    // The other half of a move is reported at its old place.
    else if (![...before].some(([old, one]) => isMove(one, is) && !after.has(old))) {
      const isNeeded = is.value.required === true && direction === 'request';
      note(site, isNeeded ? 'required-parameter-added' : 'parameter-added', is);
    }
  }

  function noteRemoved(site: Site, was: Parameter, after: ReadonlyMap<string, Parameter>): void {
    const moved = [...after.values()].find((one) => isMove(was, one));
    const breaks = direction === 'response' && was.value.required === true;
    if (moved) note(site, 'parameter-moved', moved, { place: moved.in });
    else if (wasAnnounced(comparison.options, was.value))
      note(site, 'parameter-removed-as-announced', was);
    else note(site, 'parameter-removed', was, breaks ? { level: 'breaking' } : {});
  }
}

function compareParameter(site: Site, base: Parameter, next: Parameter): void {
  const { comparison } = site;
  const isRequired = ({ in: place, value }: Parameter) =>
    place === 'path' || value.required === true;
  const is = isRequired(next);
  const isQuery = base.in === 'query';
  const isNoLonger = (key: string) => base.value[key] === true && next.value[key] !== true;
  const isNow = (key: string) => base.value[key] !== true && next.value[key] === true;
  const isAlike = isWrittenAlike(wayOf(comparison, 'base', base), wayOf(comparison, 'next', next));
  const rules: [applies: boolean, rule: RuleName][] = [
    [is && !isRequired(base), 'parameter-became-required'],
    [!is && isRequired(base), 'parameter-became-optional'],
    [isNow('deprecated'), 'parameter-deprecated'],
    [isQuery && isNoLonger('allowEmptyValue'), 'empty-value-refused'],
    [isQuery && isNoLonger('allowReserved'), 'reserved-refused'],
    [!isAlike, 'parameter-serialisation-changed'],
  ];
  for (const [applies, rule] of rules) if (applies) note(site, rule, next);
  if (!isAlike) return;
  if (isObject(base.value.content) && isObject(next.value.content))
    compareContent(site, [base, next]);
  else compareSchemas(site, [base, next], 'text');
}

/** How a value is serialised into the request. */
interface Way {
  content: string;
  style: string;
  explode: boolean;
  compound: boolean;
}

function wayOf(comparison: Comparison, side: Side, parameter: Parameter): Way {
  const { value } = parameter;
  const usual = parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple';
  const style = typeof value.style === 'string' ? value.style : usual;
  const explode = typeof value.explode === 'boolean' ? value.explode : style === 'form';
  return {
    content: isObject(value.content) ? Object.keys(value.content).join() : '',
    style,
    explode: style === 'deepObject' || explode,
    compound: isCompound(comparison, side, parameter),
  };
}

/** A single value looks the same in most styles. */
function isWrittenAlike(base: Way, next: Way): boolean {
  if (base.content || next.content) return Boolean(base.content) === Boolean(next.content);
  if (base.compound && next.compound)
    return base.style === next.style && base.explode === next.explode;
  const prefixed = ({ style }: Way) => (style === 'label' || style === 'matrix' ? style : '');
  return prefixed(base) === prefixed(next);
}

function isCompound(comparison: Comparison, side: Side, { value, pointer }: Parameter): boolean {
  const schema = comparison[side].build.request(value.schema ?? true, `${pointer}/schema`);
  const types = (node: typeof schema, depth = 0): string[] => {
    if (depth > 8) return [];
    const parts = [...node.allOf, ...node.anyOf, ...node.oneOf, ...(node.ref ? [node.ref()] : [])];
    return [...(node.types ?? []), ...parts.flatMap((inner) => types(inner, depth + 1))];
  };
  return types(schema).some((type) => type === 'array' || type === 'object');
}

/** By location and name; path parameters by position, since their names are not sent. */
function parametersOf(comparison: Comparison, side: Side, found: Found): Map<string, Parameter> {
  const positions = [...found.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  return new Map(
    parametersIn(comparison[side].source, found).map((parameter) => {
      const { name, in: place } = parameter;
      const key = place === 'header' ? name.toLowerCase() : name;
      return [`${place} ${place === 'path' ? positions.indexOf(name) : key}`, parameter];
    }),
  );
}
