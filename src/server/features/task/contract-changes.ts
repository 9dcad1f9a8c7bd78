import { verdictOf } from '#contract/diff/policy.ts';
import type { Change } from '#contract/diff/types.ts';
import { diffSchemas } from '#contract/diff.ts';
import { checkInputs, inputSchema } from '#core/task/input/inputs.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import { mergeTypeChanges } from '#core/task/revision/type-changes.ts';
import type { TaskContractChange, TaskDefinition, TaskVerdict } from '#generated/model/index.ts';

type Callable = Pick<TaskDefinition, 'variables' | 'output_format'>;

export interface ContractChanges {
  verdict: TaskVerdict;
  changes: TaskContractChange[];
}

/** What callers notice when they get `next` in place of `base`, found by the differ that also checks our own contract. */
export function contractChanges(base: Callable, next: Callable): ContractChanges {
  const inputs = diffSchemas(inputSchema(base.variables), inputSchema(next.variables), 'request');
  const output = diffSchemas(
    open(outputSchema(base.output_format)),
    open(outputSchema(next.output_format)),
    'response',
  );
  const changes = [...inputs.changes.map((change) => soften(change, next)), ...output.changes];
  const sorted = (['breaking', 'warning', 'info'] as const).flatMap((level) =>
    changes.filter((change) => change.level === level),
  );
  const found = mergeTypeChanges(sorted.map(toChange), base, next);
  return { verdict: verdictOf(sorted), changes: found };
}

/** A run takes more than the contract promises (`3` for a text): what would still be taken breaks nobody. */
function soften(change: Change, next: Callable): Change {
  const { level, witness } = change;
  if (level !== 'breaking' || typeof witness !== 'object' || witness === null) return change;
  const { errors } = checkInputs(next.variables, witness as Record<string, unknown>);
  if (errors.length > 0) return change;
  return { ...change, level: 'warning', message: `${change.message}; other values are converted` };
}

/** A new field in the output surprises nobody who reads JSON, though the schema of the output is closed. */
function open(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'additionalProperties' || value !== false)
      .map(([key, value]) => [key, key === 'enum' || key === 'const' ? value : open(value)]),
  );
}

function toChange({ level, rule, direction, path, message, ...rest }: Change): TaskContractChange {
  return {
    level,
    rule,
    direction,
    path: path ?? [],
    message: message.replace(
      'the value',
      direction === 'request' ? 'the inputs object' : 'the output',
    ),
    ...('witness' in rest && { witness: rest.witness }),
  };
}
