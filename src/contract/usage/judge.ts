import { distinct } from '../distinct.ts';
import { fieldOf } from '../report/field.ts';
import type { Detail, Finding, Report } from '../report/finding.ts';
import { groupKey } from '../report/group.ts';
import type { CompileError } from './compile.ts';
import { type NamedOperation, namedOperations, pascal } from './operation-names.ts';
import type { ConsoleUsage, Use } from './read-console.ts';
import { EVERY_SCREEN } from './screens.ts';

/** What a finding means for the console. */
type Effect = 'breaks' | 'silent' | 'unused';

export interface ConsoleFacts {
  usage: ConsoleUsage;
  errors: readonly CompileError[];
  /** The documents before and after: removed parts exist only in the older one. */
  documents: readonly Record<string, unknown>[];
}

const NAMED = 3;

/** Adds to each finding what it means for the console, and adds compiler errors that no finding explains. */
export function judgeUsage(report: Report, facts: ConsoleFacts): Report {
  const operations = facts.documents.flatMap(namedOperations);
  const causes = [...Map.groupBy(report.findings, groupKey)].map(([key, findings]) => ({
    key,
    level: findings[0]?.level,
    uses: distinct(
      findings.flatMap((finding) => usesOf(finding, facts, operations)),
      ({ file, line }) => `${file}:${line}`,
    ),
    names: new Set(findings.flatMap((finding) => namesOf(finding, operations))),
    errors: [] as CompileError[],
  }));
  const rest = explain(facts.errors, causes);
  const count: Record<Effect, number> = { breaks: 0, silent: 0, unused: 0 };
  const effects = new Map<string, { effect: Effect; details: Detail[] }>();
  for (const { key, level, uses, errors } of causes) {
    const effect: Effect = errors.length > 0 ? 'breaks' : uses.length > 0 ? 'silent' : 'unused';
    // Added or relaxed parts do not affect the console, unless its types fail.
    if (effect !== 'breaks' && level === 'info') continue;
    count[effect] += 1;
    effects.set(key, { effect, details: detailsOf(effect, errors, uses, facts.usage) });
  }
  const findings = report.findings.map((finding): Finding => {
    const found = effects.get(groupKey(finding));
    if (!found) return finding;
    return {
      ...finding,
      details: [...(finding.details ?? []), ...found.details],
      data: { ...finding.data, console: found.effect },
    };
  });
  const consoleSummary = `console: ${count.breaks} of these causes break it, ${count.silent} are in use without a type error, ${count.unused} are unused${rest.length > 0 ? `; ${rest.length} more lines do not compile` : ''}.`;
  return {
    ...report,
    summary: `${report.summary}\n${consoleSummary}`,
    findings: [...findings, ...rest.map(toFinding)],
  };
}

/** Where the console uses what changed. */
function usesOf(
  finding: Finding,
  { usage }: ConsoleFacts,
  operations: readonly NamedOperation[],
): Use[] {
  const id = idOf(finding, operations);
  const calls = id === undefined ? [] : (usage.operations[id] ?? []);
  if (calls.length === 0) return [];
  const field = fieldOf(finding);
  if (field === undefined || isNewDemand(finding)) return calls;
  const screens = new Set(calls.flatMap(({ file }) => usage.screens[file] ?? []));
  const named = Object.entries(usage.fields)
    .filter(([key]) => key === field || key.startsWith(`${field}.`))
    .flatMap(([, uses]) => uses);
  // A field of a schema shared by many operations counts only on screens that call this one.
  return named.filter(({ file }) =>
    (usage.screens[file] ?? []).some(
      (screen) => screen === EVERY_SCREEN || screens.has(screen) || screens.has(EVERY_SCREEN),
    ),
  );
}

function idOf({ operation }: Finding, operations: readonly NamedOperation[]): string | undefined {
  return operations.find(({ method, path }) => `${method} ${path}` === operation)?.id;
}

/** A new part that callers do not send yet, so no line of theirs names it. */
function isNewDemand({ rule, side }: Finding): boolean {
  return side === 'request' && /required/.test(rule);
}

/** Names by which the compiler may refer to it. */
function namesOf(finding: Finding, operations: readonly NamedOperation[]): string[] {
  const field = fieldOf(finding)?.split('.').at(-1);
  if (field !== undefined) return [field];
  const id = idOf(finding, operations);
  if (id === undefined || !/^operation-(removed|id)/.test(finding.rule)) return [];
  return [id, `use${pascal(id)}`, `use${pascal(id)}Infinite`, `get${pascal(id)}Url`];
}

interface Cause {
  uses: readonly Use[];
  names: ReadonlySet<string>;
  errors: CompileError[];
}

/**
 * Assigns each compiler error to its cause: the finding used on its line or whose name it quotes, otherwise the finding
 * used, or already blamed, in the same file.
 * @returns the errors that no finding explains
 */
function explain(errors: readonly CompileError[], causes: readonly Cause[]): CompileError[] {
  const steps: ((error: CompileError, cause: Cause) => boolean)[] = [
    ({ file, line }, { uses }) => uses.some((use) => use.file === file && use.line === line),
    ({ message }, { names }) => quotedIn(message).some((name) => names.has(name)),
    ({ file }, cause) => cause.errors.some((known) => known.file === file),
    ({ file }, { uses }) => uses.some((use) => use.file === file),
  ];
  return steps.reduce<readonly CompileError[]>((open, fits) => {
    const found = open.map((error) => causes.filter((cause) => fits(error, cause)));
    // Recorded only now: a step's findings are not evidence for the same step.
    found.forEach((own, i) => {
      const error = open[i];
      if (error) for (const cause of own) cause.errors.push(error);
    });
    return open.filter((_, i) => found[i]?.length === 0);
  }, errors) as CompileError[];
}

function quotedIn(message: string): string[] {
  return [...message.matchAll(/'"?([\w$]+)"?'/g)].map(([, name = '']) => name);
}

function detailsOf(
  effect: Effect,
  errors: readonly CompileError[],
  uses: readonly Use[],
  usage: ConsoleUsage,
): Detail[] {
  if (effect === 'unused') return [{ label: 'console', text: 'does not use it', isProse: true }];
  const places: readonly Use[] = effect === 'breaks' ? errors : uses;
  const shown = places.slice(0, NAMED).map(({ file, line }) => `${file}:${line}`);
  const more = places.length > NAMED ? ` and ${places.length - NAMED} more places` : '';
  const message = effect === 'breaks' ? `\n${firstSentence(errors[0]?.message ?? '')}` : '';
  const how = effect === 'breaks' ? 'no longer compiles:' : 'uses it, without a type error:';
  const screens = screensOf(places, usage);
  return [
    { label: 'console', text: `${how} ${shown.join(', ')}${more}${message}`, isProse: true },
    ...(screens.length > 0 ? [{ label: 'screens', text: screens.join(', '), isProse: true }] : []),
  ];
}

/** Screens of some places; “every screen” covers all others. */
export function screensOf(uses: readonly Use[], { screens }: ConsoleUsage): string[] {
  const found = new Set(uses.flatMap(({ file }) => screens[file] ?? []));
  return found.has(EVERY_SCREEN) ? [EVERY_SCREEN] : [...found].sort();
}

function toFinding({ file, line, code, message }: CompileError): Finding {
  return {
    level: 'warning',
    rule: 'console-does-not-compile',
    message: firstSentence(message),
    place: { file, line },
    fingerprint: `${code} ${file}`,
  };
}

function firstSentence(message: string): string {
  const [first = ''] = message.split('\n');
  return first.length > 160 ? `${first.slice(0, 160)}…` : first;
}
