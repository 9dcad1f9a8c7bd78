import type { Part } from '../../walk.ts';
import { canonical } from '../types.ts';
import { compareContent } from './content.ts';
import { compareSchemas, membersOf, note, once, type Pair, pairsOf, type Site } from './context.ts';

/** Compares responses: statuses, their bodies and headers. */
export function compareResponses(site: Site, pair: Pair): void {
  // `4xx` means `4XX`.
  const [before, after] = renamed(membersOf(site, pair, 'responses'), (status) =>
    status.replace(/xx$/, 'XX'),
  );
  const isResponse = site.direction === 'response';
  for (const [status, base, next] of pairsOf(before, after)) {
    const at = { ...site, where: `status ${status}` };
    const match = base ? covering(after, status) : covering(before, status);
    if (base) {
      // Only some statuses of a range may remain: they are compared below.
      const parts = [...after].filter(([other]) => covering(before, other) === base);
      const left = parts.map(([other]) => other).join(', ');
      // The caller responds to a webhook: a status that is no longer accepted breaks it.
      const breaks = isSuccess(status) || !isResponse;
      if (match) compareResponse(at, [base, match]);
      else if (left) note(at, 'response-status-narrowed', base, { left });
      else note(at, breaks ? 'response-status-removed' : 'error-status-removed', base);
    } else if (covering(after, status) === next) {
      const isNews = isResponse && /^[23]/.test(status);
      if (match) compareResponse(at, [match, next]);
      else note(at, 'response-status-added', next, isNews ? { level: 'warning' } : {});
    }
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

function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

function compareResponse(site: Site, pair: Pair): void {
  const { direction, where } = site;
  const [base, next] = pair;
  once(site, `${base.pointer} ${next.pointer} ${where} ${direction}`, () => {
    const [had, has] = membersOf(site, pair, 'content').map(({ size }) => size > 0);
    if (had && !has) note(site, 'response-body-removed', next);
    else compareContent(site, pair);
    compareHeaders(site, pair);
    compareLinks(site, pair);
  });
}

function compareLinks(site: Site, pair: Pair): void {
  const leadsTo = ({ value: { operationId, operationRef, parameters, requestBody } }: Part) =>
    canonical([operationId, operationRef, parameters, requestBody]);
  for (const [name, base, next] of pairsOf(...membersOf(site, pair, 'links'))) {
    if (!base || (next && leadsTo(base) === leadsTo(next))) continue;
    const at = { ...site, where: `${site.where}, link ${name}` };
    const said = { owner: site.where, name };
    note(at, next ? 'link-changed' : 'link-removed', next ?? base, said);
  }
}

function compareHeaders(site: Site, pair: Pair): void {
  const maps = renamed(membersOf(site, pair, 'headers'), (name) => name.toLowerCase());
  for (const [name, base, next] of pairsOf(...maps)) {
    // `content` already states the content type.
    if (name === 'content-type') continue;
    const at = { ...site, where: `${site.where}, header ${name}` };
    const was = base?.value.required === true;
    const is = next?.value.required === true;
    if (!next) note(at, 'response-header-removed', base, was ? { level: 'breaking' } : {});
    else if (!base) note(at, 'response-header-added', next);
    else {
      if (was && !is && site.direction === 'response')
        note(at, 'response-header-became-optional', next);
      if (!was && is) note(at, 'response-header-became-required', next);
      compareSchemas(at, [base, next], 'text');
    }
  }
}

function renamed(
  maps: [Map<string, Part>, Map<string, Part>],
  rename: (name: string) => string,
): [Map<string, Part>, Map<string, Part>] {
  const [before, after] = maps.map(
    (map) => new Map([...map].map(([name, part]) => [rename(name), part])),
  );
  return [before ?? new Map(), after ?? new Map()];
}
