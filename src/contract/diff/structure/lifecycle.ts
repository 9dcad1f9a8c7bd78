import { DAY, graceOf, nowOf, timeOf, wasAnnounced } from '../announced.ts';
import type { DiffOptions } from '../policy.ts';
import type { Level } from '../types.ts';
import { note, type Pair, type Part, type Site } from './context.ts';

const UNSTABLE = ['draft', 'alpha', 'experimental'];

/** Whether an operation is a draft that may still change. */
export function isUnstable({ unstable = UNSTABLE }: DiffOptions, { value }: Part): boolean {
  return unstable.includes(String(value['x-stability-level']));
}

/** Reports a removed operation: after its announced sunset, that is expected. */
export function noteRemoval(site: Site, base: Part): void {
  const { options } = site.comparison;
  const request: Site = { ...site, direction: 'request' };
  const text = 'the operation was removed';
  if (isUnstable(options, base) || wasAnnounced(options, base.value))
    note(request, 'info', 'operation-removed-as-announced', base, `${text}, as announced`);
  else note(request, 'breaking', 'operation-removed', base, text);
}

/** Compares deprecation, sunset, and the name that generated clients use for the operation. */
export function compareLifecycle(site: Site, [base, next]: Pair): void {
  const { options } = site.comparison;
  const say = (level: Level, rule: string, text: string) =>
    note({ ...site, direction: 'request' }, level, rule, next, text);
  const { operationId: before } = base.value;
  if (before !== undefined && before !== next.value.operationId)
    say(
      'warning',
      'operation-id-changed',
      `the operationId was ${String(before)}: generated clients will rename the operation`,
    );
  if (!isUnstable(options, base) && isUnstable(options, next))
    say('warning', 'stability-lowered', 'the operation is now a draft and may break at any time');
  if (base.value.deprecated !== true && next.value.deprecated === true)
    say('info', 'operation-deprecated', 'the operation is now deprecated');
  const [was, is] = [base, next].map(({ value }) => timeOf(value['x-sunset']));
  if (is === undefined || is === was) return;
  const grace = graceOf(options);
  const day = new Date(is).toISOString().slice(0, 10);
  if (was !== undefined && is < was)
    say('warning', 'sunset-moved-earlier', `the sunset was moved forward to ${day}`);
  else if (is < nowOf(options) + grace)
    say(
      'warning',
      'sunset-too-soon',
      `the sunset on ${day} is sooner than the ${grace / DAY} days required by the policy`,
    );
  else say('info', 'sunset-announced', `the operation ends on ${day}`);
}
