import type {
  ProblemCode,
  RunCaller,
  RunTarget,
  TaskAffectedCaller,
  TaskCallerUse,
  TaskContractChange,
  TaskVariable,
} from '#generated/model/index.ts';
import { type CallerUse, callersOf, type Replacement } from './callers.ts';

/** A caller's calls of a task that were rejected for the same reason. */
export interface RejectedUse {
  caller: RunCaller;
  target: RunTarget;
  /** The revision that rejected them, if one was resolved. */
  revision: number | null;
  code: ProblemCode;
  status: number;
  /** Pointers to the errors. Inputs that aren't in that revision are named `*`. */
  pointers: readonly string[];
  calls: number;
  last: string;
}

/** A change of revision, and its effects on callers. */
export interface RejectingChange {
  replacement: Replacement;
  changes: readonly TaskContractChange[];
  /** The variables of the new revision. */
  variables: readonly Pick<TaskVariable, 'name'>[];
}

const INPUT = '/inputs/';

/**
 * The calls that a change broke: rejected by the next revision, without having requested it by number. Calls with
 * inputs that are invalid for another reason don't count.
 */
export function rejectedByChange(
  uses: readonly RejectedUse[],
  { replacement, changes, variables }: RejectingChange,
): RejectedUse[] {
  const { targets, base, next } = replacement;
  if (next === undefined) return [];
  const changed = changedInputs(changes, variables);
  return uses.filter(({ target, revision, code, status, pointers }) => {
    if (revision !== next || /^\d/.test(target) || status !== 400) return false;
    // If the replaced revision was given by number, other names may already point elsewhere.
    if (base === undefined && !targets.includes(target)) return false;
    return code !== 'invalid_request' || pointers.some((pointer) => changed(pointer));
  });
}

/** Whether a pointer refers to a changed input. */
function changedInputs(
  changes: readonly TaskContractChange[],
  variables: RejectingChange['variables'],
): (pointer: string) => boolean {
  const own = new Set(variables.map(({ name }) => name));
  const requests = changes.filter(({ direction, level }) => {
    return direction === 'request' && level !== 'info';
  });
  const isAnyChanged = requests.some(({ path }) => path.length === 0);
  const pointers = new Set(
    requests.flatMap(({ path: [name] }) =>
      name === undefined ? [] : `${INPUT}${own.has(name) ? name : '*'}`,
    ),
  );
  return (pointer) => pointers.has(pointer) || (isAnyChanged && pointer.startsWith(INPUT));
}

/** Adds rejected calls to their callers, including callers who only have rejected calls. */
export function withRejected(
  callers: readonly TaskAffectedCaller[],
  uses: readonly RejectedUse[],
): TaskAffectedCaller[] {
  const byCaller = Map.groupBy(uses, ({ caller }) => caller.id);
  const known = new Set(callers.map(({ caller }) => caller.id));
  const others = [...byCaller].flatMap(([id, [first]]) =>
    known.has(id) || !first ? [] : onlyRejected(first.caller),
  );
  return [...callers, ...others].map((one) => {
    const own = byCaller.get(one.caller.id) ?? [];
    return { ...one, rejected_calls: callsOf(own), last_rejected_at: lastOf(own) };
  });
}

function onlyRejected(caller: RunCaller): TaskAffectedCaller {
  return {
    caller,
    runs: 0,
    checked_runs: 0,
    affected_runs: 0,
    rejected_calls: 0,
    elsewhere: [],
    last_run_at: null,
    last_rejected_at: null,
  };
}

/** The callers of a task, whatever revision they name. Callers whose calls were all rejected don't depend on it. */
export function usersOf(
  uses: readonly CallerUse[],
  rejected: readonly RejectedUse[],
): TaskCallerUse[] {
  const names = uses.map(({ target }) => target);
  const byCaller = Map.groupBy(rejected, ({ caller }) => caller.id);
  return callersOf(uses, { targets: names }).flatMap(({ caller, runs, last_run_at }) => {
    const rejected_calls = callsOf(byCaller.get(caller.id) ?? []);
    return last_run_at === null ? [] : { caller, runs, rejected_calls, last_run_at };
  });
}

function callsOf(uses: readonly RejectedUse[]): number {
  return uses.reduce((sum, { calls }) => sum + calls, 0);
}

function lastOf(uses: readonly RejectedUse[]): string | null {
  return uses.reduce<string | null>(
    (latest, { last }) => (latest !== null && latest > last ? latest : last),
    null,
  );
}
