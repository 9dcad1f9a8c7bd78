import { isObject } from '#core/json/is-object.ts';
import { operations } from '#domain/call.ts';
import contract from '#generated/openapi.json' with { type: 'json' };
import type { OperationId } from '#generated/operations/index.ts';

const schemas: Readonly<Record<string, { examples?: readonly unknown[] }>> =
  contract.components.schemas;
let count = 0;

/** The contract's example of an operation's body, under a name that is free; undefined when it takes no JSON. */
export function exampleBody(id: OperationId): unknown {
  const { body } = operations[id];
  const [example] = (body && schemas[body]?.examples) || [];
  if (!isObject(example) || !('name' in example)) return example;
  count += 1;
  return { ...example, name: `Example ${count}` };
}
