import type {
  RunCallerType,
  RunSource,
  RunTarget,
  TaskAffectedCaller,
  TaskContractChange,
  TaskDefinition,
} from '#generated/model/index.ts';
import { DAY_MS } from '../../limits.ts';
import { checkInputs } from '../input/inputs.ts';

/** A caller of a task, and the name by which it called. */
export interface CallerUse {
  type: RunCallerType;
  id: string;
  name: string;
  target: RunTarget;
  /** The revision that ran. */
  revision: number;
  runs: number;
  last: string | Date;
}

/** A replacement of one revision by another. */
export interface Replacement {
  /** The names that will point to another revision: `active`, environments. */
  targets: readonly RunTarget[];
  /** The replaced revision, if it was given by number: it may already have been replaced. */
  base?: number | undefined;
  /** The revision that replaces it. Callers who have run it know its inputs and output. */
  next?: number | undefined;
}

/** Inputs that a caller sent, and how often. */
export interface SentInputs {
  caller_id: string;
  inputs: Record<string, unknown>;
  /** Inputs that were filled in from defaults, not sent. */
  defaulted: readonly string[] | null;
  runs: number;
}

const CALLER_DAYS = 7;
/**
 * The sources of runs whose caller depends on the task: not test runs, evaluations or assistant runs, and not chats,
 * whose form is made from the active revision.
 */
export const DEPENDENT_SOURCES: readonly RunSource[] = ['api', 'workflow'];
const MAX_CALLERS = 100;
const MAX_ELSEWHERE = 20;

/** Callers count if they have called since then. */
export function callersSince(): Date {
  return new Date(Date.now() - CALLER_DAYS * DAY_MS);
}

/** The revision or environment that a call names; null for the active one, which needs no name. */
export function calledName(target: RunTarget = 'active'): string | null {
  return target === 'active' ? null : target;
}

/** The inputs that were not sent but have a default; null if there are none. */
export function defaultedIn(
  values: object,
  given: Readonly<Record<string, unknown>>,
): string[] | null {
  const names = Object.keys(values).filter(
    (name) => !Object.hasOwn(given, name) || given[name] === null,
  );
  return names.length > 0 ? names : null;
}

/**
 * Whether calls used the replaced revision: by number, or by a name that pointed to it. Calls that already used the
 * next revision aren't affected by its return.
 */
export function isReplaced(
  { target, revision }: Pick<CallerUse, 'target' | 'revision'>,
  { targets, base, next }: Replacement,
): boolean {
  const isCalled = targets.includes(target) || (revision === base && !isNumber(target));
  return isCalled && revision !== next;
}

function isNumber(target: RunTarget): boolean {
  return /^\d/.test(target);
}

/**
 * The callers of a task, before any check.
 * @param uses in descending order of runs
 */
export function callersOf(
  uses: readonly CallerUse[],
  replacement: Replacement,
): TaskAffectedCaller[] {
  const byCaller = Map.groupBy(uses, ({ id }) => id);
  return [...byCaller.values()].slice(0, MAX_CALLERS).map((own) => toCaller(own, replacement));
}

function toCaller(own: readonly CallerUse[], replacement: Replacement): TaskAffectedCaller {
  const [first] = own as [CallerUse];
  const replaced = own.filter((use) => isReplaced(use, replacement));
  const names = new Set([...replacement.targets, ...replaced.map(({ target }) => target)]);
  const others = own
    .filter(({ revision, target }) => revision !== replacement.next || isNumber(target))
    .flatMap(({ target }) => (names.has(target) ? [] : target));
  const elsewhere = [...new Set(others)];
  const last = Math.max(...own.map((use) => new Date(use.last).getTime()));
  return {
    caller: { type: first.type, id: first.id, name: first.name },
    runs: replaced.reduce((sum, { runs }) => sum + runs, 0),
    checked_runs: 0,
    affected_runs: 0,
    rejected_calls: 0,
    elsewhere: elsewhere.slice(0, MAX_ELSEWHERE).sort(),
    last_run_at: new Date(last).toISOString(),
    last_rejected_at: null,
  };
}

/** Whether the changes affect everyone who reads the output, and not only callers whose inputs are now rejected. */
export function affectsReaders(changes: readonly TaskContractChange[]): boolean {
  return changes.some(({ direction, level }) => direction === 'response' && level !== 'info');
}

/** Marks all calls of these callers as affected. */
export function affectedAsReaders(callers: readonly TaskAffectedCaller[]): TaskAffectedCaller[] {
  return callers.map((one) => ({ ...one, checked_runs: one.runs, affected_runs: one.runs }));
}

type CallableInputs = Pick<TaskDefinition, 'variables' | 'strict_inputs'>;

/** Marks callers as affected if the new variables reject inputs that they sent. */
export function affectedAsSenders(
  callers: readonly TaskAffectedCaller[],
  sent: readonly SentInputs[],
  next: CallableInputs,
): TaskAffectedCaller[] {
  const bySender = Map.groupBy(sent, ({ caller_id }) => caller_id);
  return callers.map((one) => {
    const own = bySender.get(one.caller.id) ?? [];
    const refused = own.filter((each) => isRefused(each, next));
    return { ...one, checked_runs: total(own), affected_runs: total(refused) };
  });
}

function isRefused(
  { inputs, defaulted }: SentInputs,
  { variables, strict_inputs }: CallableInputs,
): boolean {
  const given = Object.fromEntries(
    Object.entries(inputs).filter(([name]) => !defaulted?.includes(name)),
  );
  return checkInputs(variables, given, { strict: strict_inputs }).errors.length > 0;
}

function total(sent: readonly SentInputs[]): number {
  return sent.reduce((sum, { runs }) => sum + runs, 0);
}
