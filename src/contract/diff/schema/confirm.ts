import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isObject } from '#core/json/is-object.ts';
import { kept } from '../kept.ts';
import { createMatcher } from '../values/regex/matcher.ts';
import { accepts } from './evaluate.ts';
import { COUNTS, NUMBERS, SCHEMA_LISTS, SCHEMAS } from './keyword-names.ts';
import type { SchemaNode } from './node.ts';

/**
 * Ajv is the second opinion: a witness counts as confirmed only if Ajv agrees. Compiling takes a millisecond, so only
 * schemas that differ are compiled, once each.
 */
export type Confirm = ReturnType<typeof createConfirm>;

export function createConfirm() {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: true,
    multipleOfPrecision: 9,
    logger: false,
    addUsedSchema: false,
    // The keywords have been validated already, and each schema checks only a few values.
    validateSchema: false,
    meta: false,
    code: { optimize: false, regExp: Object.assign(toRegExp, { code: '' }) },
    ownProperties: true,
    formats: fullFormats,
  });
  const compiled = new Map<number, ValidateFunction>();
  return {
    accepts(node: SchemaNode, value: unknown): boolean {
      try {
        return kept(compiled, node.id, () => ajv.compile(toJsonSchema(node)))(value) === true;
      } catch {
        // Ajv fails on some compositions of `unevaluatedProperties`; then only our own check decides.
        return accepts(node, value);
      }
    },
  };
}

/** Uses the differ's pattern matching, which cannot run for minutes. */
function toRegExp(pattern: string): Pick<RegExp, 'test'> {
  const named = { test: createMatcher(pattern), toString: () => pattern };
  return named;
}

/** Converts a node back to JSON Schema; referenced schemas become definitions. */
export function toJsonSchema(root: SchemaNode): Record<string, unknown> {
  const $defs: Record<string, unknown> = {};
  const write = (node: SchemaNode): unknown => {
    if (node.always !== undefined) return node.always;
    const schema: Record<string, unknown> = {};
    for (const key of [...NUMBERS, ...COUNTS, 'uniqueItems'] as const)
      if (node[key] !== undefined) schema[key] = node[key];
    if (node.types) schema.type = node.types;
    if (node.enum) Object.assign(schema, node.enum.length > 0 ? { enum: node.enum } : { not: {} });
    if (node.pattern) schema.pattern = node.pattern.text;
    // Ajv would fail on an unknown format.
    if (node.format && Object.hasOwn(fullFormats, node.format)) schema.format = node.format;
    if (node.required.length > 0) schema.required = [...new Set(node.required)];
    const map = (key: string, entries: (readonly [string, unknown])[]) => {
      if (entries.length > 0) schema[key] = Object.fromEntries(entries);
    };
    const visible = (names: string[]) => names.filter((name) => !node.hidden.has(name));
    const { patternProperties, dependentRequired, dependentSchemas } = node;
    map('properties', [
      ...[...node.properties].map(([name, child]) => [name, write(child)] as const),
      ...[...node.hidden].map((name) => [name, true] as const),
    ]);
    map(
      'patternProperties',
      patternProperties.map(({ pattern, node: child }) => [pattern.text, write(child)]),
    );
    map(
      'dependentRequired',
      [...dependentRequired].map(([name, names]) => [name, visible(names)]),
    );
    map(
      'dependentSchemas',
      [...dependentSchemas].map(([name, child]) => [name, write(child)]),
    );
    if (node.additional) schema.additionalProperties = write(node.additional);
    for (const key of SCHEMAS) {
      const child = node[key];
      if (child) schema[key] = write(child);
    }
    for (const key of SCHEMA_LISTS) if (node[key].length > 0) schema[key] = node[key].map(write);
    if (node.ref) schema.$ref = `#/$defs/${define(node.ref())}`;
    return schema;
  };
  const define = (node: SchemaNode): string => {
    const name = `s${node.id}`;
    if (!Object.hasOwn($defs, name)) {
      $defs[name] = true;
      $defs[name] = write(node);
    }
    return name;
  };
  const schema = write(root);
  const wrapped = isObject(schema) ? schema : { allOf: [schema] };
  return { ...wrapped, $defs };
}
