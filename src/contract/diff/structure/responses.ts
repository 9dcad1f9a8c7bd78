import { canonical } from '../types.ts';
import { compareContent } from './bodies.ts';
import {
  add,
  type Comparison,
  compareSchemas,
  members,
  type Operation,
  once,
  type Part,
} from './context.ts';

/** Compares responses: statuses, their bodies and headers. */
export function compareResponses(
  comparison: Comparison,
  operation: Operation,
  base: Part,
  next: Part,
): void {
  const before = statusesOf(members(comparison.base.source, base, 'responses'));
  const after = statusesOf(members(comparison.next.source, next, 'responses'));
  const direction = operation.receives;
  const isResponse = direction === 'response';
  for (const [status, response] of before) {
    const match = covering(after, status);
    if (match) {
      compareResponse(comparison, operation, status, [response, match]);
      continue;
    }
    const parts = [...after].filter(([other]) => covering(before, other) === response);
    if (parts.length > 0) {
      // Only some statuses of a range remain: they are compared below.
      add(comparison, operation, {
        level: isResponse ? 'info' : 'breaking',
        rule: 'response-status-narrowed',
        pointer: response.pointer,
        direction,
        where: `status ${status}`,
        message: `status ${status} was narrowed to ${parts.map(([other]) => other).join(', ')}`,
      });
      continue;
    }
    // The caller responds to a webhook: a status that is no longer accepted breaks it.
    const breaks = isSuccess(status) || !isResponse;
    add(comparison, operation, {
      level: breaks ? 'breaking' : 'info',
      rule: breaks ? 'response-status-removed' : 'error-status-removed',
      pointer: response.pointer,
      direction,
      where: `status ${status}`,
      message: `status ${status} was removed`,
    });
  }
  for (const [status, response] of after) {
    if (before.has(status) || covering(after, status) !== response) continue;
    const match = covering(before, status);
    if (match) {
      compareResponse(comparison, operation, status, [match, response]);
      continue;
    }
    const unexpected = isResponse && /^[23]/.test(status);
    add(comparison, operation, {
      level: unexpected ? 'warning' : 'info',
      rule: 'response-status-added',
      pointer: response.pointer,
      direction,
      where: `status ${status}`,
      message: `status ${status} was added`,
    });
  }
}

/**
 * The entry for a status: its own, its range's, or the default; the default covers only errors when successes are
 * listed.
 */
function covering(responses: Map<string, Part>, status: string): Part | undefined {
  const own = responses.get(status) ?? responses.get(rangeOf(status));
  if (own || (isSuccess(status) && [...responses.keys()].some(isSuccess))) return own;
  return responses.get('default');
}

function rangeOf(status: string): string {
  return `${status[0]}XX`;
}

/** `4xx` means `4XX`. */
function statusesOf(responses: Map<string, Part>): Map<string, Part> {
  return new Map([...responses].map(([status, part]) => [status.replace(/xx$/, 'XX'), part]));
}

function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

function compareResponse(
  comparison: Comparison,
  operation: Operation,
  status: string,
  pair: [Part, Part],
): void {
  const [base, next] = pair;
  const key = `${base.pointer} ${next.pointer} ${status} ${operation.receives}`;
  once(comparison, operation, key, () => compareOne(comparison, operation, status, pair));
}

function compareOne(
  comparison: Comparison,
  operation: Operation,
  status: string,
  pair: [Part, Part],
): void {
  const [base, next] = pair;
  const direction = operation.receives;
  const where = `status ${status}`;
  const had = members(comparison.base.source, base, 'content').size > 0;
  const has = members(comparison.next.source, next, 'content').size > 0;
  if (had && !has)
    add(comparison, operation, {
      level: 'breaking',
      rule: 'response-body-removed',
      pointer: next.pointer,
      direction,
      where,
      message: `${where}: the body was removed`,
    });
  else compareContent(comparison, operation, pair, direction, where);
  compareHeaders(comparison, operation, pair, where);
  compareLinks(comparison, operation, pair, where);
}

function compareLinks(
  comparison: Comparison,
  operation: Operation,
  [base, next]: [Part, Part],
  where: string,
): void {
  const after = members(comparison.next.source, next, 'links');
  for (const [name, link] of members(comparison.base.source, base, 'links')) {
    const other = after.get(name);
    if (other && leadsTo(link) === leadsTo(other)) continue;
    add(comparison, operation, {
      level: 'warning',
      rule: other ? 'link-changed' : 'link-removed',
      pointer: (other ?? link).pointer,
      direction: operation.receives,
      where: `${where}, link ${name}`,
      message: `${where}: link ${name} ${other ? 'has another target' : 'was removed'}`,
    });
  }
}

function leadsTo({ value }: Part): string {
  const { operationId, operationRef, parameters, requestBody } = value;
  return canonical([operationId, operationRef, parameters, requestBody]);
}

function compareHeaders(
  comparison: Comparison,
  operation: Operation,
  [base, next]: [Part, Part],
  where: string,
): void {
  const before = headersOf(members(comparison.base.source, base, 'headers'));
  const after = headersOf(members(comparison.next.source, next, 'headers'));
  const direction = operation.receives;
  for (const [name, header] of before) {
    const other = after.get(name);
    const was = header.value.required === true;
    const at = `${where}, header ${name}`;
    if (!other) {
      add(comparison, operation, {
        level: was ? 'breaking' : 'warning',
        rule: 'response-header-removed',
        pointer: header.pointer,
        direction,
        where: at,
        message: `${at} was removed`,
      });
      continue;
    }
    const is = other.value.required === true;
    if (was && !is && direction === 'response')
      add(comparison, operation, {
        level: 'breaking',
        rule: 'response-header-became-optional',
        pointer: other.pointer,
        direction,
        where: at,
        message: `${at} may now be missing`,
      });
    if (!was && is)
      add(comparison, operation, {
        level: direction === 'response' ? 'info' : 'breaking',
        rule: 'response-header-became-required',
        pointer: other.pointer,
        direction,
        where: at,
        message: `${at} is now always present`,
      });
    compareSchemas(comparison, operation, [header, other], { direction, where: at, wire: 'text' });
  }
  for (const [name, header] of after)
    if (!before.has(name))
      add(comparison, operation, {
        level: 'info',
        rule: 'response-header-added',
        pointer: header.pointer,
        direction,
        where: `${where}, header ${name}`,
        message: `${where}, header ${name} was added`,
      });
}

/** Header names are case-insensitive, and `content` already states the content type. */
function headersOf(headers: Map<string, Part>): Map<string, Part> {
  return new Map(
    [...headers]
      .map(([name, header]) => [name.toLowerCase(), header] as const)
      .filter(([name]) => name !== 'content-type'),
  );
}
