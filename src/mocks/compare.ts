import { inputSchema } from '#core/task/input/inputs.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import {
  affectedAsReaders,
  affectedAsSenders,
  affectsReaders,
  type CallerUse,
  callersOf,
  callersSince,
  DEPENDENT_SOURCES,
  usersOf,
} from '#core/task/revision/callers.ts';
import type {
  RunTarget,
  TaskAffectedCaller,
  TaskCallerUse,
  TaskComparison,
  TaskContractChange,
  TaskDefinition,
} from '#generated/model/index.ts';
import type { Store, StoredRun } from './store.ts';

/**
 * What callers notice between two definitions, by comparing fields. The server asks the contract differ
 * instead, which tries values: it sees more (what a text still converts to, nested compositions), and
 * shows a value for each breaking change. Verdicts of added, removed and retyped fields are the same.
 */
export function mockChanges(
  base: TaskDefinition,
  next: TaskDefinition,
): Pick<TaskComparison, 'verdict' | 'changes'> {
  const changes = [
    ...compareSchemas(inputSchema(base.variables), inputSchema(next.variables), 'request', []),
    ...compareSchemas(
      outputSchema(base.output_format),
      outputSchema(next.output_format),
      'response',
      [],
    ),
  ];
  const sorted = (['breaking', 'warning', 'info'] as const).flatMap((level) =>
    changes.filter((change) => change.level === level),
  );
  const worst = sorted[0]?.level;
  const verdict = worst === 'breaking' ? 'breaking' : worst === 'warning' ? 'risky' : 'compatible';
  return { verdict, changes: sorted };
}

type Direction = TaskContractChange['direction'];

interface Schema {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

function compareSchemas(
  base: Schema,
  next: Schema,
  direction: Direction,
  path: string[],
): TaskContractChange[] {
  const name = path.length > 0 ? `“${path.join('.')}”` : 'the output';
  const note = (level: TaskContractChange['level'], rule: string, message: string) => ({
    level,
    rule,
    direction,
    path,
    message: `${name} ${message}`,
  });
  // Callers may send what is no longer taken; readers may get what was not there before.
  const [from, to] = direction === 'request' ? [base, next] : [next, base];
  if (from.type !== to.type)
    return to.type === undefined
      ? []
      : [
          note(
            'breaking',
            'value-refused-type',
            `must now be ${next.type === undefined ? 'JSON' : `a ${next.type}`}`,
          ),
        ];
  const lost = to.enum ? (from.enum ?? ['']).filter((option) => !to.enum?.includes(option)) : [];
  return [
    ...(lost.length > 0 ? [note('breaking', 'value-refused-enum', 'has other options now')] : []),
    ...compareProperties(base, next, direction, path),
    ...(base.items && next.items
      ? compareSchemas(base.items, next.items, direction, [...path, '[]'])
      : []),
  ];
}

function compareProperties(
  base: Schema,
  next: Schema,
  direction: Direction,
  path: string[],
): TaskContractChange[] {
  const before = base.properties ?? {};
  const after = next.properties ?? {};
  const note = (
    level: TaskContractChange['level'],
    rule: string,
    name: string,
    message: string,
  ): TaskContractChange => {
    const place = [...path, name];
    return { level, rule, direction, path: place, message: `“${place.join('.')}” ${message}` };
  };
  const isRequest = direction === 'request';
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    const [wasRequired, isRequired] = [base, next].map((s) => s.required?.includes(name) ?? false);
    if (was && !is) {
      if (isRequest)
        return [
          note('breaking', 'value-refused-additional-properties', name, 'is no longer accepted'),
        ];
      return [
        wasRequired
          ? note('breaking', 'value-refused-required', name, 'was removed')
          : note('warning', 'field-removed', name, 'was removed; responses no longer include it'),
      ];
    }
    if (!was)
      return [
        isRequest && isRequired
          ? note('breaking', 'value-refused-required', name, 'is now required')
          : note('info', 'field-added', name, 'was added'),
      ];
    const needed = isRequest ? isRequired && !wasRequired : wasRequired && !isRequired;
    const text = isRequest ? 'is now required' : 'may now be missing';
    return [
      ...(needed ? [note('breaking', 'value-refused-required', name, text)] : []),
      ...(is ? compareSchemas(was, is, direction, [...path, name]) : []),
    ];
  });
}

/** Who called the task in the last 7 days and is met by the changes. */
export function mockCallers(
  store: Store,
  taskId: string,
  replaced: {
    changes: readonly TaskContractChange[];
    next: TaskDefinition;
    targets: readonly RunTarget[];
  },
): TaskAffectedCaller[] {
  const { changes, next, targets } = replaced;
  if (changes.every(({ level }) => level === 'info')) return [];
  const called = callsOf(store, taskId);
  const callers = callersOf(called.map(toUse), targets);
  if (affectsReaders(changes)) return affectedAsReaders(callers);
  const sent = called
    .filter(({ target }) => targets.includes(target ?? 'active'))
    .map(({ run, defaulted = null }) => {
      return { caller_id: run.caller.id, inputs: run.inputs, defaulted, runs: 1 };
    });
  return affectedAsSenders(callers, sent, next.variables);
}

function toUse({ run, target }: StoredRun): CallerUse {
  return { ...run.caller, target: target ?? 'active', runs: 1, last: run.created_at };
}

/** Who depends on the task: called it in the last 7 days. */
export function mockUsers(store: Store, taskId: string, environment?: string): TaskCallerUse[] {
  const uses = callsOf(store, taskId).map(toUse);
  const asked =
    environment === undefined ? uses : uses.filter(({ target }) => target === environment);
  return usersOf(asked).sort((a, b) => b.runs - a.runs);
}

export function callsOf(store: Store, taskId: string): StoredRun[] {
  const since = callersSince().toISOString();
  return Object.values(store.data.runs).filter(
    ({ run }) =>
      run.task_id === taskId &&
      DEPENDENT_SOURCES.includes(run.source) &&
      run.revision !== null &&
      run.created_at >= since,
  );
}
