import type { Part } from '../../walk.ts';
import { DAY, graceOf, nowOf, timeOf, wasAnnounced } from '../announced.ts';
import type { DiffOptions } from '../policy.ts';
import type { RuleName, Said } from '../rules.ts';
import { note, type Pair, type Site } from './context.ts';

const UNSTABLE = ['draft', 'alpha', 'experimental'];

/** Whether an operation is a draft that may still change. */
export function isUnstable({ unstable = UNSTABLE }: DiffOptions, { value }: Part): boolean {
  return unstable.includes(String(value['x-stability-level']));
}

/** Reports a removed operation: after its announced sunset, that is expected. */
export function noteRemoval(site: Site, base: Part): void {
  const { options } = site.comparison;
  const isExpected = isUnstable(options, base) || wasAnnounced(options, base.value);
  const rule = isExpected ? 'operation-removed-as-announced' : 'operation-removed';
  note({ ...site, direction: 'request' }, rule, base);
}

/** Compares deprecation, sunset, and the name that generated clients use for the operation. */
export function compareLifecycle(site: Site, [base, next]: Pair): void {
  const { options } = site.comparison;
  const say = (rule: RuleName, said?: Said) =>
    note({ ...site, direction: 'request' }, rule, next, said);
  const { operationId: was } = base.value;
  if (was !== undefined && was !== next.value.operationId) say('operation-id-changed', { was });
  if (!isUnstable(options, base) && isUnstable(options, next)) say('stability-lowered');
  if (base.value.deprecated !== true && next.value.deprecated === true) say('operation-deprecated');
  const [before, after] = [base, next].map(({ value }) => timeOf(value['x-sunset']));
  if (after === undefined || after === before) return;
  const grace = graceOf(options);
  const day = new Date(after).toISOString().slice(0, 10);
  if (before !== undefined && after < before) say('sunset-moved-earlier', { day });
  else if (after < nowOf(options) + grace) say('sunset-too-soon', { day, grace: grace / DAY });
  else say('sunset-announced', { day });
}
