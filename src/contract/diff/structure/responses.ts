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

/** Compares what comes back: statuses, their bodies and headers. */
export function compareResponses(
  comparison: Comparison,
  operation: Operation,
  base: Part,
  next: Part,
): void {
  const before = members(comparison.base.source, base, 'responses');
  const after = members(comparison.next.source, next, 'responses');
  const direction = operation.receives;
  const answers = direction === 'response';
  for (const [status, response] of before) {
    const match = covering(after, status);
    if (match) {
      compareResponse(comparison, operation, status, [response, match]);
      continue;
    }
    // Of a webhook it is the caller who answers: a status that is no longer understood breaks it.
    const breaks = isSuccess(status) || !answers;
    add(comparison, operation, {
      level: breaks ? 'breaking' : 'info',
      rule: breaks ? 'response-status-removed' : 'error-status-removed',
      pointer: response.pointer,
      direction,
      message: `status ${status} was removed`,
    });
  }
  for (const [status, response] of after) {
    if (before.has(status)) continue;
    const match = covering(before, status);
    if (match) {
      // A range that was split is compared already where its own entry stays.
      if (!after.has(keyOf(before, match))) continue;
      compareResponse(comparison, operation, status, [match, response]);
      continue;
    }
    const unexpected = answers && /^[23]/.test(status);
    add(comparison, operation, {
      level: unexpected ? 'warning' : 'info',
      rule: 'response-status-added',
      pointer: response.pointer,
      direction,
      message: `status ${status} was added`,
    });
  }
}

function covering(responses: Map<string, Part>, status: string): Part | undefined {
  const range = `${status[0]}XX`;
  return (
    responses.get(status) ??
    responses.get(range) ??
    responses.get(range.toLowerCase()) ??
    responses.get('default')
  );
}

function keyOf(responses: Map<string, Part>, value: Part): string {
  return [...responses].find(([, response]) => response === value)?.[0] ?? '';
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
      message: `${where}: the body was removed`,
    });
  else compareContent(comparison, operation, pair, direction, where);
  compareHeaders(comparison, operation, pair, where);
  const linksAfter = members(comparison.next.source, next, 'links');
  for (const [name, link] of members(comparison.base.source, base, 'links'))
    if (!linksAfter.has(name))
      add(comparison, operation, {
        level: 'warning',
        rule: 'link-removed',
        pointer: link.pointer,
        direction,
        message: `${where}: link ${name} was removed`,
      });
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
        message: `${at} may be absent now`,
      });
    if (!was && is)
      add(comparison, operation, {
        level: direction === 'response' ? 'info' : 'breaking',
        rule: 'response-header-became-required',
        pointer: other.pointer,
        direction,
        message: `${at} is always there now`,
      });
    compareSchemas(comparison, operation, [header, other], direction, at, 'text');
  }
  for (const [name, header] of after)
    if (!before.has(name))
      add(comparison, operation, {
        level: 'info',
        rule: 'response-header-added',
        pointer: header.pointer,
        direction,
        message: `${where}, header ${name} was added`,
      });
}

/** Header names have no case, and the content type is said by `content`. */
function headersOf(headers: Map<string, Part>): Map<string, Part> {
  return new Map(
    [...headers]
      .map(([name, header]) => [name.toLowerCase(), header] as const)
      .filter(([name]) => name !== 'content-type'),
  );
}
