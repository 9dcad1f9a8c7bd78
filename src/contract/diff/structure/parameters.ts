import { isObject } from '#core/json/is-object.ts';
import { wasAnnounced } from '../announced.ts';
import { ContractError } from '../contract-error.ts';
import type { Level } from '../types.ts';
import { compareContent } from './content.ts';
import {
  type Comparison,
  compareSchemas,
  type Found,
  note,
  type Part,
  part,
  type Site,
} from './context.ts';

interface Parameter extends Part {
  name: string;
  in: string;
}

/** Headers that a parameter cannot describe. */
export const RESERVED_HEADERS = ['accept', 'content-type', 'authorization'];

/** Compares parameters, wherever they are declared: at the path, at the operation or in components. */
export function compareParameters(site: Site, base: Found, next: Found): void {
  const before = parametersOf(site.comparison, 'base', base);
  const after = parametersOf(site.comparison, 'next', next);
  const movedTo = (parameter: Parameter) =>
    [...after.values()].find((one) => one.name === parameter.name && one.in !== parameter.in);
  for (const [key, parameter] of before) {
    const other = after.get(key);
    if (other) compareParameter(site, parameter, other);
    else noteRemoved(site, parameter, movedTo(parameter));
  }
  for (const [key, parameter] of after) {
    // The other half of a move is reported at its old place.
    const isMoved = [...before].some(
      ([old, { name, in: place }]) =>
        name === parameter.name && place !== parameter.in && !after.has(old),
    );
    if (before.has(key) || isMoved) continue;
    const where = titleOf(parameter);
    if (parameter.value.required === true && site.direction === 'request') {
      const text = `${where} was added and is required`;
      note({ ...site, where }, 'breaking', 'required-parameter-added', parameter, text);
    } else note({ ...site, where }, 'info', 'parameter-added', parameter, `${where} was added`);
  }
}

function noteRemoved(site: Site, parameter: Parameter, moved: Parameter | undefined): void {
  const where = titleOf(parameter);
  const at = { ...site, where };
  if (moved) {
    note(at, 'breaking', 'parameter-moved', moved, `${where} moved to ${moved.in}`);
  } else if (wasAnnounced(site.comparison.options, parameter.value)) {
    const text = `${where} was removed, as announced`;
    note(at, 'info', 'parameter-removed-as-announced', parameter, text);
  } else {
    const breaks = site.direction === 'response' && parameter.value.required === true;
    const level = breaks ? 'breaking' : 'warning';
    note(at, level, 'parameter-removed', parameter, `${where} was removed`);
  }
}

function compareParameter({ comparison, ...site }: Site, base: Parameter, next: Parameter): void {
  const where = titleOf(next);
  const at: Site = { ...site, comparison, where };
  const say = (level: Level, rule: string, text: string) =>
    note(at, level, rule, next, `${where}${text}`);
  const isRequired = ({ in: place, value }: Parameter) =>
    place === 'path' || value.required === true;
  const is = isRequired(next);
  if (isRequired(base) !== is)
    say(
      is === (site.direction === 'request') ? 'breaking' : 'info',
      is ? 'parameter-became-required' : 'parameter-became-optional',
      ` is now ${is ? 'required' : 'optional'}`,
    );
  const wasTrue = (key: string) => base.value[key] === true && next.value[key] !== true;
  if (base.value.deprecated !== true && next.value.deprecated === true)
    say('info', 'parameter-deprecated', ' is now deprecated');
  if (base.in === 'query' && wasTrue('allowEmptyValue'))
    say('breaking', 'empty-value-refused', ' can no longer be sent empty');
  if (base.in === 'query' && wasTrue('allowReserved'))
    say('warning', 'reserved-refused', ': characters such as / and ? must now be escaped');
  if (!isWrittenAlike(wayOf(comparison, 'base', base), wayOf(comparison, 'next', next)))
    say('breaking', 'parameter-serialisation-changed', ' is now serialised differently');
  else if (isObject(base.value.content) && isObject(next.value.content))
    compareContent(at, [base, next]);
  else compareSchemas(at, [base, next], 'text');
}

/** How a value is serialised into the request. */
interface Way {
  content: string;
  style: string;
  explode: boolean;
  compound: boolean;
}

function wayOf(comparison: Comparison, side: 'base' | 'next', parameter: Parameter): Way {
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

function isCompound(comparison: Comparison, side: 'base' | 'next', parameter: Parameter): boolean {
  const schema = comparison[side].build.request(
    parameter.value.schema ?? true,
    `${parameter.pointer}/schema`,
  );
  const types = (node: typeof schema, depth = 0): string[] => {
    if (depth > 8) return [];
    const parts = [...node.allOf, ...node.anyOf, ...node.oneOf, ...(node.ref ? [node.ref()] : [])];
    return [...(node.types ?? []), ...parts.flatMap((inner) => types(inner, depth + 1))];
  };
  return types(schema).some((type) => type === 'array' || type === 'object');
}

/** By location and name; path parameters by position, since their names are not sent. */
function parametersOf(
  comparison: Comparison,
  side: 'base' | 'next',
  found: Found,
): Map<string, Parameter> {
  const positions = [...found.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  const all = new Map<string, Parameter>();
  const { source } = comparison[side];
  const invalid = (pointer: string, text: string) =>
    new ContractError('invalid_document', source.side, pointer, text);
  for (const owner of [found.item, found.operation]) {
    const { parameters = [] } = owner.value;
    const list = `${owner.pointer}/parameters`;
    if (!Array.isArray(parameters)) throw invalid(list, 'expected a list.');
    parameters.forEach((value: unknown, index) => {
      const { value: object, pointer } = part(source, value, `${list}/${index}`);
      const { name, in: place } = object;
      if (typeof name !== 'string' || typeof place !== 'string')
        throw invalid(pointer, 'a parameter needs `name` and `in`.');
      if (place === 'header' && RESERVED_HEADERS.includes(name.toLowerCase())) return;
      const key =
        place === 'path'
          ? String(positions.indexOf(name))
          : place === 'header'
            ? name.toLowerCase()
            : name;
      all.set(`${place} ${key}`, { value: object, pointer, name, in: place });
    });
  }
  return all;
}

function titleOf(parameter: Parameter): string {
  return `${parameter.in} parameter “${parameter.name}”`;
}
