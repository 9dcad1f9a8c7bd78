import { DAY, graceOf, nowOf, timeOf, wasAnnounced } from '../announced.ts';
import type { DiffOptions } from '../policy.ts';
import type { Change } from '../types.ts';
import { add, type Comparison, type Operation, type Part } from './context.ts';

/** Whether an operation is a draft that may still change. */
export function isUnstable({ unstable = UNSTABLE }: DiffOptions, { value }: Part): boolean {
  return unstable.includes(String(value['x-stability-level']));
}

const UNSTABLE = ['draft', 'alpha', 'experimental'];

/** What the removal of an operation means: after its announced sunset it is expected. */
export function removalOf({ options }: Comparison, base: Part): Omit<Change, 'operation'> {
  const expected = isUnstable(options, base) || wasAnnounced(options, base.value);
  return {
    level: expected ? 'info' : 'breaking',
    rule: expected ? 'operation-removed-as-announced' : 'operation-removed',
    pointer: base.pointer,
    direction: 'request',
    message: expected ? 'the operation was removed, as announced' : 'the operation was removed',
  };
}

/** Compares deprecation, sunset, and the name that generated clients use for the operation. */
export function compareLifecycle(
  comparison: Comparison,
  operation: Operation,
  base: Part,
  next: Part,
): void {
  const note = (level: 'warning' | 'info', rule: string, message: string) =>
    add(comparison, operation, {
      level,
      rule,
      pointer: next.pointer,
      direction: 'request',
      message,
    });
  const { operationId: before } = base.value;
  const { operationId: after } = next.value;
  if (before !== undefined && before !== after)
    note(
      'warning',
      'operation-id-changed',
      `the operationId was ${String(before)}: generated clients will rename the operation`,
    );
  if (!isUnstable(comparison.options, base) && isUnstable(comparison.options, next))
    note('warning', 'stability-lowered', 'the operation is now a draft and may break at any time');
  if (base.value.deprecated !== true && next.value.deprecated === true)
    note('info', 'operation-deprecated', 'the operation is now deprecated');
  const [sunsetBefore, sunsetAfter] = [sunsetOf(base), sunsetOf(next)];
  if (sunsetAfter === undefined || sunsetAfter === sunsetBefore) return;
  const { options } = comparison;
  const grace = graceOf(options);
  const day = new Date(sunsetAfter).toISOString().slice(0, 10);
  if (sunsetBefore !== undefined && sunsetAfter < sunsetBefore)
    note('warning', 'sunset-moved-earlier', `the sunset was moved forward to ${day}`);
  else if (sunsetAfter < nowOf(options) + grace)
    note(
      'warning',
      'sunset-too-soon',
      `the sunset on ${day} is sooner than the ${grace / DAY} days required by the policy`,
    );
  else note('info', 'sunset-announced', `the operation ends on ${day}`);
}

function sunsetOf({ value }: Part): number | undefined {
  return timeOf(value['x-sunset']);
}
