import { canonical } from '../types.ts';
import { compareContent } from './content.ts';
import {
  compareSchemas,
  membersOf,
  note,
  once,
  type Pair,
  type Part,
  type Site,
} from './context.ts';

/** Compares responses: statuses, their bodies and headers. */
export function compareResponses(site: Site, pair: Pair): void {
  const [before, after] = membersOf(site, pair, 'responses').map(statusesOf);
  if (!before || !after) return;
  const isResponse = site.direction === 'response';
  const at = (status: string): Site => ({ ...site, where: `status ${status}` });
  for (const [status, response] of before) {
    const match = covering(after, status);
    if (match) {
      compareResponse(at(status), [response, match]);
      continue;
    }
    const parts = [...after].filter(([other]) => covering(before, other) === response);
    if (parts.length > 0) {
      // Only some statuses of a range remain: they are compared below.
      const level = isResponse ? 'info' : 'breaking';
      const text = `status ${status} was narrowed to ${parts.map(([other]) => other).join(', ')}`;
      note(at(status), level, 'response-status-narrowed', response, text);
      continue;
    }
    const text = `status ${status} was removed`;
    // The caller responds to a webhook: a status that is no longer accepted breaks it.
    if (isSuccess(status) || !isResponse)
      note(at(status), 'breaking', 'response-status-removed', response, text);
    else note(at(status), 'info', 'error-status-removed', response, text);
  }
  for (const [status, response] of after) {
    if (before.has(status) || covering(after, status) !== response) continue;
    const match = covering(before, status);
    if (match) {
      compareResponse(at(status), [match, response]);
      continue;
    }
    const level = isResponse && /^[23]/.test(status) ? 'warning' : 'info';
    note(at(status), level, 'response-status-added', response, `status ${status} was added`);
  }
}

/**
 * The entry for a status: its own, its range's, or the default; the default covers only errors when successes are
 * listed.
 */
function covering(responses: Map<string, Part>, status: string): Part | undefined {
  const own = responses.get(status) ?? responses.get(`${status[0]}XX`);
  if (own || (isSuccess(status) && [...responses.keys()].some(isSuccess))) return own;
  return responses.get('default');
}

/** `4xx` means `4XX`. */
function statusesOf(responses: Map<string, Part>): Map<string, Part> {
  return new Map([...responses].map(([status, part]) => [status.replace(/xx$/, 'XX'), part]));
}

function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

function compareResponse(site: Site, pair: Pair): void {
  const { direction, where } = site;
  const [base, next] = pair;
  once(site, `${base.pointer} ${next.pointer} ${where} ${direction}`, () => {
    const [had, has] = membersOf(site, pair, 'content').map(({ size }) => size > 0);
    if (had && !has)
      note(site, 'breaking', 'response-body-removed', next, `${where}: the body was removed`);
    else compareContent(site, pair);
    compareHeaders(site, pair);
    compareLinks(site, pair);
  });
}

function compareLinks(site: Site, pair: Pair): void {
  const [before, after] = membersOf(site, pair, 'links');
  for (const [name, link] of before) {
    const other = after.get(name);
    if (other && leadsTo(link) === leadsTo(other)) continue;
    const at = { ...site, where: `${site.where}, link ${name}` };
    const text = `${site.where}: link ${name}`;
    if (other) note(at, 'warning', 'link-changed', other, `${text} has another target`);
    else note(at, 'warning', 'link-removed', link, `${text} was removed`);
  }
}

function leadsTo({ value }: Part): string {
  const { operationId, operationRef, parameters, requestBody } = value;
  return canonical([operationId, operationRef, parameters, requestBody]);
}

function compareHeaders(site: Site, pair: Pair): void {
  const [before, after] = membersOf(site, pair, 'headers').map(headersOf);
  if (!before || !after) return;
  const isResponse = site.direction === 'response';
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [header, other] = [before.get(name), after.get(name)];
    const where = `${site.where}, header ${name}`;
    const at = { ...site, where };
    const was = header?.value.required === true;
    const is = other?.value.required === true;
    if (!other) {
      const level = was ? 'breaking' : 'warning';
      if (header) note(at, level, 'response-header-removed', header, `${where} was removed`);
    } else if (!header) note(at, 'info', 'response-header-added', other, `${where} was added`);
    else {
      const level = isResponse ? 'info' : 'breaking';
      if (was && !is && isResponse) {
        const text = `${where} may now be missing`;
        note(at, 'breaking', 'response-header-became-optional', other, text);
      }
      if (!was && is)
        note(at, level, 'response-header-became-required', other, `${where} is now always present`);
      compareSchemas(at, [header, other], 'text');
    }
  }
}

/** Header names are case-insensitive, and `content` already states the content type. */
function headersOf(headers: Map<string, Part>): Map<string, Part> {
  return new Map(
    [...headers]
      .map(([name, header]) => [name.toLowerCase(), header] as const)
      .filter(([name]) => name !== 'content-type'),
  );
}
