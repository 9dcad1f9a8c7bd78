import type {
  OutputField,
  TaskContractChange,
  TaskDefinition,
  TaskVariable,
} from '#generated/model/index.ts';

type Typed = Pick<TaskDefinition, 'variables' | 'output_format'>;

/**
 * Merges all changes of an input or output whose type changed into one, in the words of the editor (“urgency” changed:
 * choice → integer), with the most severe level and its witness.
 * @param changes most severe first
 */
export function mergeTypeChanges(
  changes: readonly TaskContractChange[],
  base: Typed,
  next: Typed,
): TaskContractChange[] {
  const retyped = {
    request: typeChanges(inputTypes(base), inputTypes(next)),
    response: typeChanges(outputTypes(base), outputTypes(next)),
  };
  const merged = new Set<string>();
  return changes.flatMap((change) => {
    const found = retyped[change.direction].find(({ path }) => isWithin(change.path, path));
    if (!found) return [change];
    const place = `${change.direction} ${found.path.join('.')}`;
    if (merged.has(place)) return [];
    merged.add(place);
    const [, detail] = /(;.*)$/.exec(change.message) ?? [];
    const message = `“${found.path.join('.')}” changed: ${found.from} → ${found.to}${detail ?? ''}`;
    return [{ ...change, path: found.path, message }];
  });
}

type Types = Map<string, { path: string[]; type: string }>;

function typeChanges(base: Types, next: Types) {
  return [...base].flatMap(([key, { path, type }]) => {
    const to = next.get(key)?.type;
    return to === undefined || to === type ? [] : [{ path, from: type, to }];
  });
}

function inputTypes({ variables }: Typed): Types {
  return new Map(variables.map(({ name, type }: TaskVariable) => [name, { path: [name], type }]));
}

function outputTypes({ output_format }: Typed): Types {
  const types: Types = new Map();
  const add = (fields: readonly OutputField[], around: readonly string[]) => {
    for (const { name, type, list, fields: inner } of fields) {
      const path = [...around, name];
      types.set(path.join('\n'), { path, type: list ? `list of ${type}` : type });
      add(inner ?? [], list ? [...path, '[]'] : path);
    }
  };
  if (output_format.type === 'fields') add(output_format.fields ?? [], []);
  return types;
}

function isWithin(path: readonly string[], around: readonly string[]): boolean {
  return around.every((name, index) => path[index] === name);
}
