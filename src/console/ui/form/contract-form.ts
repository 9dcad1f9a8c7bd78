import type { FormErrors, UseFormInput } from '@mantine/form';
import type * as zod from 'zod/mini';
import { fieldProblem } from '#core/messages.ts';

type Values = Record<string, unknown>;
type Schema = zod.ZodMiniType<unknown, Values>;
type Problem = string | false | null | undefined;

interface Options<V> {
  initialValues: V;
  /** Rules that a schema can't express, such as fields that depend on each other. They precede those of the schema. */
  validate?:
    | { [K in keyof V]?: (value: V[K], values: V) => Problem }
    | ((values: V) => Record<string, Problem>);
  /** Fields sent exactly as typed; all other texts are trimmed. */
  verbatim?: readonly string[];
  /** What messages call a field, if not by its name. */
  labels?: Partial<Record<string, string>>;
}

type FormOf<V, Body> = Required<
  Pick<
    UseFormInput<V, Body>,
    'initialValues' | 'validate' | 'transformValues' | 'enhanceGetInputProps'
  >
>;

/**
 * `useForm` options for a form that sends a request body of the contract. Its generated schema gives the rules, and
 * the inputs get its limits from `getInputProps`. `onSubmit` receives the body: texts are trimmed, and an empty one is
 * null where the contract allows null.
 * @param options with `body` if the form's values differ from the request body
 */
export function contractForm<S extends Schema, V extends object, Body extends zod.input<S>>(
  schema: S,
  options: Options<V> & { body: (values: V) => Body },
): FormOf<V, Body>;
export function contractForm<S extends Schema, V extends zod.input<S>>(
  schema: S,
  options: Options<V>,
): FormOf<V, V>;
export function contractForm<V extends Values>(
  schema: Schema,
  options: Options<V> & { body?: (values: V) => Values },
): FormOf<V, Values> {
  const {
    initialValues,
    validate,
    verbatim = [],
    labels = {},
    body = (values) => values,
  } = options;
  const toBody = (values: V) => cleaned(body(values), schema, verbatim) as Values;
  return {
    initialValues,
    transformValues: toBody,
    validate: (values) => ({
      ...schemaErrors(schema, toBody(values), initialValues, labels),
      ...ownErrors(validate, values),
    }),
    enhanceGetInputProps: ({ field, options: { type } }) => {
      // Things are chosen by names, which may be longer than their IDs.
      const isTyped = type !== 'checkbox' && !String(field).endsWith('_id');
      return isTyped ? limitsOf(schemaAt(schema, String(field).split('.'))) : {};
    },
  };
}

function schemaErrors(
  schema: Schema,
  body: Values,
  values: Values,
  labels: Options<Values>['labels'],
) {
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    const path = issue.path.map(String);
    const [field = ''] = path;
    // The server reports what the form doesn't show.
    if (!(field in values)) continue;
    const name = path.findLast((part) => !/^\d+$/.test(part)) ?? field;
    const value = path.reduce<unknown>((at, part) => (at as Values | undefined)?.[part], body);
    const message = messageOf(issue, value, labels?.[name] ?? name);
    errors[path.join('.')] ??= message;
    // Lists whose items have no field of their own show the error of the first.
    if (Array.isArray(body[field])) errors[field] ??= message;
  }
  return errors;
}

function messageOf(issue: zod.core.$ZodIssue, value: unknown, label: string): string {
  const isEmpty = value === undefined || value === null || String(value).trim() === '';
  if (isEmpty) return fieldProblem(Array.isArray(value) ? 'noneChosen' : 'missing', label);
  if (issue.code === 'too_big' && issue.origin === 'string')
    return fieldProblem('tooLong', label, Number(issue.maximum));
  if (issue.code === 'too_big' && issue.origin === 'array')
    return fieldProblem('tooMany', label, Number(issue.maximum));
  if (issue.code === 'too_big') return fieldProblem('tooLarge', label, Number(issue.maximum));
  if (issue.code === 'too_small' && issue.origin === 'string')
    return fieldProblem('tooShort', label, Number(issue.minimum));
  if (issue.code === 'too_small' && issue.origin !== 'array')
    return fieldProblem('tooSmall', label, Number(issue.minimum));
  return fieldProblem('invalid', label);
}

function ownErrors<V extends Values>(validate: Options<V>['validate'], values: V): FormErrors {
  if (validate === undefined) return {};
  const problems =
    typeof validate === 'function'
      ? validate(values)
      : Object.fromEntries(
          Object.entries(validate).map(([name, rule]) => [
            name,
            rule?.(values[name] as never, values),
          ]),
        );
  return Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== false && problem != null),
  );
}

/** Trims texts, and turns empty ones into null where the schema allows null. */
function cleaned(value: unknown, schema: unknown, verbatim: readonly string[]): unknown {
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' && isNullable(schema) ? null : text;
  }
  if (Array.isArray(value))
    return value.map((item) => cleaned(item, bare(schema)?.def?.element, verbatim));
  if (value == null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value as Values).map(([name, item]) => [
      name,
      verbatim.includes(name) ? item : cleaned(item, bare(schema)?.shape?.[name], verbatim),
    ]),
  );
}

/** The parts of a zod schema that are read here. */
interface Inspected {
  def?: {
    type: string;
    innerType?: unknown;
    element?: unknown;
    checks?: { _zod: { def: Check } }[];
  };
  shape?: Record<string, unknown>;
}
interface Check {
  check: string;
  minimum?: number;
  maximum?: number;
  value?: number;
}

/** A schema without `optional`, `nullable` and `default`. */
function bare(schema: unknown): Inspected | undefined {
  const found = schema as Inspected | undefined;
  return found?.def?.innerType === undefined ? found : bare(found.def.innerType);
}

function isNullable(schema: unknown): boolean {
  const { type, innerType } = (schema as Inspected | undefined)?.def ?? {};
  return type === 'nullable' || (innerType !== undefined && isNullable(innerType));
}

function schemaAt(schema: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => {
    const { shape, def } = bare(at) ?? {};
    return shape?.[name] ?? def?.element;
  }, schema);
}

/** The attributes of an input that its schema determines. */
function limitsOf(schema: unknown): Values {
  const { type, checks = [] } = bare(schema)?.def ?? {};
  const rules = Object.fromEntries(checks.map(({ _zod: { def } }) => [def.check, def]));
  if (type === 'number') return { min: rules.greater_than?.value, max: rules.less_than?.value };
  const maxLength = type === 'string' ? rules.max_length?.maximum : undefined;
  if (!maxLength) return {};
  const isRequired = (rules.min_length?.minimum ?? 0) > 0 && !isNullable(schema);
  return { maxLength, ...(isRequired && { 'aria-required': true }) };
}
