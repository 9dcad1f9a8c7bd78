import { isObject } from '#core/json/is-object.ts';
import { wasAnnounced } from '../announced.ts';
import { ContractError } from '../contract-error.ts';
import { compareContent } from './bodies.ts';
import type { Found } from './context.ts';
import {
  add,
  type Comparison,
  compareSchemas,
  type Operation,
  type Part,
  part,
} from './context.ts';

interface Parameter extends Part {
  name: string;
  in: string;
}

/** Headers that a parameter cannot describe. */
const RESERVED = ['accept', 'content-type', 'authorization'];

/** Compares parameters, wherever they are declared: at the path, at the operation or in components. */
export function compareParameters(
  comparison: Comparison,
  operation: Operation,
  base: Found,
  next: Found,
): void {
  const before = parametersOf(comparison, 'base', base);
  const after = parametersOf(comparison, 'next', next);
  const direction = operation.sends;
  for (const [key, parameter] of before) {
    const other = after.get(key);
    if (other) compareParameter(comparison, operation, parameter, other);
    else removed(comparison, operation, parameter, after);
  }
  for (const [key, parameter] of after) {
    if (before.has(key) || cameFrom(parameter, before, after)) continue;
    const must = parameter.value.required === true && direction === 'request';
    add(comparison, operation, {
      level: must ? 'breaking' : 'info',
      rule: must ? 'required-parameter-added' : 'parameter-added',
      pointer: parameter.pointer,
      direction,
      where: titleOf(parameter),
      message: `${titleOf(parameter)} was added${must ? ' and is required' : ''}`,
    });
  }
}

/** The other half of a move, which is reported at its old place. */
function cameFrom(
  parameter: Parameter,
  before: Map<string, Parameter>,
  after: Map<string, Parameter>,
): boolean {
  return [...before].some(
    ([key, other]) => other.name === parameter.name && other.in !== parameter.in && !after.has(key),
  );
}

function removed(
  comparison: Comparison,
  operation: Operation,
  parameter: Parameter,
  after: Map<string, Parameter>,
): void {
  const direction = operation.sends;
  const moved = [...after.values()].find(
    (other) => other.name === parameter.name && other.in !== parameter.in,
  );
  const was = parameter.value.required === true;
  if (moved) {
    add(comparison, operation, {
      level: 'breaking',
      rule: 'parameter-moved',
      pointer: moved.pointer,
      direction,
      where: titleOf(parameter),
      message: `${titleOf(parameter)} moved to ${moved.in}`,
    });
    return;
  }
  const isDue = wasAnnounced(comparison.options, parameter.value);
  add(comparison, operation, {
    level: isDue ? 'info' : direction === 'response' && was ? 'breaking' : 'warning',
    rule: isDue ? 'parameter-removed-as-announced' : 'parameter-removed',
    pointer: parameter.pointer,
    direction,
    where: titleOf(parameter),
    message: `${titleOf(parameter)} was removed${isDue ? ', as announced' : ''}`,
  });
}

function compareParameter(
  comparison: Comparison,
  operation: Operation,
  base: Parameter,
  next: Parameter,
): void {
  const direction = operation.sends;
  const title = titleOf(next);
  const note = (level: 'breaking' | 'warning' | 'info', rule: string, message: string) =>
    add(comparison, operation, {
      level,
      rule,
      pointer: next.pointer,
      direction,
      where: title,
      message,
    });
  const [was, is] = [isRequired(base), isRequired(next)];
  if (was !== is) {
    const tighter = direction === 'request' ? is : was;
    note(
      tighter ? 'breaking' : 'info',
      is ? 'parameter-became-required' : 'parameter-became-optional',
      `${title} is now ${is ? 'required' : 'optional'}`,
    );
  }
  if (base.value.deprecated !== true && next.value.deprecated === true)
    note('info', 'parameter-deprecated', `${title} is now deprecated`);
  if (
    base.value.allowEmptyValue === true &&
    next.value.allowEmptyValue !== true &&
    base.in === 'query'
  )
    note('breaking', 'empty-value-refused', `${title} can no longer be sent empty`);
  if (base.in === 'query' && base.value.allowReserved === true && next.value.allowReserved !== true)
    note('warning', 'reserved-refused', `${title}: characters such as / and ? must now be escaped`);
  if (!isWrittenAlike(wayOf(comparison, 'base', base), wayOf(comparison, 'next', next))) {
    note('breaking', 'parameter-serialisation-changed', `${title} is now serialised differently`);
    return;
  }
  if (isObject(base.value.content) && isObject(next.value.content))
    compareContent(comparison, operation, [base, next], direction, title);
  else
    compareSchemas(comparison, operation, [base, next], { direction, where: title, wire: 'text' });
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
  for (const owner of [found.item, found.operation]) {
    const { parameters = [] } = owner.value;
    const { source } = comparison[side];
    if (!Array.isArray(parameters))
      throw new ContractError(
        'invalid_document',
        source.side,
        `${owner.pointer}/parameters`,
        'expected a list.',
      );
    parameters.forEach((value: unknown, index) => {
      const { value: object, pointer } = part(
        source,
        value,
        `${owner.pointer}/parameters/${index}`,
      );
      const { name, in: place } = object;
      if (typeof name !== 'string' || typeof place !== 'string')
        throw new ContractError(
          'invalid_document',
          source.side,
          pointer,
          'a parameter needs `name` and `in`.',
        );
      if (place === 'header' && RESERVED.includes(name.toLowerCase())) return;
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

function isRequired(parameter: Parameter): boolean {
  return parameter.in === 'path' || parameter.value.required === true;
}

function titleOf(parameter: Parameter): string {
  return `${parameter.in} parameter “${parameter.name}”`;
}
