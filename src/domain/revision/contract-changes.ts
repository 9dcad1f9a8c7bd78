import { inputSchema } from '#core/task/input/input-schema.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import { mergeTypeChanges } from '#core/task/revision/type-changes.ts';
import type { TaskContractChange, TaskDefinition, TaskVerdict } from '#generated/model/index.ts';

/** The parts of a definition that are visible to callers. */
export type Callable = Pick<TaskDefinition, 'variables' | 'strict_inputs' | 'output_format'>;

/** A difference between two JSON Schemas, as found by the contract toolkit's differ. */
export interface SchemaChange
  extends Pick<TaskContractChange, 'level' | 'rule' | 'direction' | 'message'> {
  path?: string[];
  /** A value that one side accepts and the other rejects. */
  witness?: unknown;
}

/** Compares two JSON Schemas of requests or responses. */
export type Differ = (
  base: unknown,
  next: unknown,
  direction: TaskContractChange['direction'],
) => { changes: readonly SchemaChange[] };

export interface ContractChanges {
  verdict: TaskVerdict;
  changes: TaskContractChange[];
}

/** The maximum total size of example values, in characters. */
const WITNESSES_MAX = 200_000;

const VERDICTS = { breaking: 'breaking', warning: 'risky', info: 'compatible' } as const;

/** The changes that callers notice when `next` replaces `base`, most severe first. */
export function contractChanges(differ: Differ, base: Callable, next: Callable): ContractChanges {
  const inputs = differ(inputSchema(base.variables), inputSchema(next.variables), 'request');
  const [before, after] = [base, next].map((one) => open(outputSchema(one.output_format)));
  const output = differ(before, after, 'response');
  const changes = [
    ...inputs.changes.map((change) => soften(change, next)),
    ...strictness(base, next),
    ...output.changes,
  ];
  const sorted = (['breaking', 'warning', 'info'] as const).flatMap((level) =>
    changes.filter((change) => change.level === level),
  );
  const found = withFewWitnesses(mergeTypeChanges(sorted.map(toChange), base, next));
  return { verdict: VERDICTS[sorted[0]?.level ?? 'info'], changes: found };
}

/**
 * Example values contain all inputs or outputs. Hundreds of large ones would be megabytes, so only the first changes
 * have one.
 */
function withFewWitnesses(changes: TaskContractChange[]): TaskContractChange[] {
  let room = WITNESSES_MAX;
  return changes.map((change) => {
    if (!('witness' in change)) return change;
    room -= JSON.stringify(change.witness)?.length ?? 0;
    const { witness: _, ...rest } = change;
    return room > 0 ? change : rest;
  });
}

/** Whether values that were converted until now are refused, or the other way round. */
function strictness(base: Callable, next: Callable): SchemaChange[] {
  const [before, after] = [base.strict_inputs ?? false, next.strict_inputs ?? false];
  if (before === after || base.variables.length === 0) return [];
  const shared = { direction: 'request' as const, path: [] };
  if (!after)
    return [
      { ...shared, level: 'info', rule: 'inputs-converted', message: 'Inputs are now converted' },
    ];
  const message = 'Inputs must now have exactly the types of their variables';
  return [{ ...shared, level: 'breaking', rule: 'inputs-strict', message }];
}

/**
 * Unless inputs are strict, a run converts values (such as `3` for a text), so a value that is still accepted breaks no
 * callers.
 */
function soften(change: SchemaChange, next: Callable): SchemaChange {
  const { level, witness } = change;
  if (level !== 'breaking' || typeof witness !== 'object' || witness === null) return change;
  const { errors } = checkInputs(next.variables, witness as Record<string, unknown>, {
    strict: next.strict_inputs,
  });
  if (errors.length > 0) return change;
  return { ...change, level: 'warning', message: `${change.message}; other values are converted` };
}

/** The output's schema is closed, but a new field does not affect clients that read JSON. */
function open(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'additionalProperties' || value !== false)
      .map(([key, value]) => [key, key === 'enum' || key === 'const' ? value : open(value)]),
  );
}

function toChange({ level, rule, direction, path, message, ...rest }: SchemaChange) {
  const whole = direction === 'request' ? 'the inputs object' : 'the output';
  return {
    level,
    rule,
    direction,
    path: path ?? [],
    message: message.replace('the value', whole),
    ...('witness' in rest && { witness: rest.witness }),
  };
}
