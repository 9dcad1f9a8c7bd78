import type { Direction, Level } from '../types.ts';
import {
  add,
  type Comparison,
  compareSchemas,
  members,
  type Operation,
  type Part,
  part,
} from './context.ts';

/** Compares request bodies: whether there is one, whether it is required, its media types and its schema. */
export function compareBodies(
  comparison: Comparison,
  operation: Operation,
  base: Part,
  next: Part,
): void {
  const before = bodyOf(comparison, 'base', base);
  const after = bodyOf(comparison, 'next', next);
  const direction = operation.sends;
  const note = (level: Level, rule: string, pointer: string, message: string) =>
    add(comparison, operation, { level, rule, pointer, direction, where: 'body', message });
  if (!before && !after) return;
  if (!before && after) {
    const must = after.value.required === true && direction === 'request';
    if (must) note('breaking', 'required-body-added', after.pointer, 'a body is now required');
    else note('info', 'body-added', after.pointer, 'a body is now accepted');
    return;
  }
  if (before && !after) {
    note(
      'breaking',
      'body-removed',
      before.pointer,
      direction === 'request' ? 'the body is now ignored' : 'no body is sent any more',
    );
    return;
  }
  if (!before || !after) return;
  const [was, is] = [before.value.required === true, after.value.required === true];
  if (was !== is) {
    const tighter = direction === 'request' ? is : was;
    if (tighter)
      note(
        'breaking',
        is ? 'body-became-required' : 'body-became-optional',
        after.pointer,
        is ? 'the body is now required' : 'the body may now be missing',
      );
    else
      note(
        'info',
        is ? 'body-became-required' : 'body-became-optional',
        after.pointer,
        is ? 'the body is now always sent' : 'the body is now optional',
      );
  }
  compareContent(comparison, operation, [before, after], direction, 'body');
}

function bodyOf(comparison: Comparison, side: 'base' | 'next', owner: Part): Part | undefined {
  const { requestBody } = owner.value;
  if (requestBody === undefined) return undefined;
  return part(comparison[side].source, requestBody, `${owner.pointer}/requestBody`);
}

/** Compares the media types of a body and the schemas of those that remain. */
export function compareContent(
  comparison: Comparison,
  operation: Operation,
  [base, next]: [Part, Part],
  direction: Direction,
  where: string,
): void {
  const before = members(comparison.base.source, base, 'content');
  const after = members(comparison.next.source, next, 'content');
  const note = (level: Level, rule: string, type: string, pointer: string, message: string) =>
    add(comparison, operation, {
      level,
      rule,
      pointer,
      direction,
      where: `${where}, ${type}`,
      message,
    });
  for (const [type, media] of before) {
    const match = covering(after, type);
    if (match) {
      compareMedia(comparison, operation, [media, match], { direction, where, type });
      continue;
    }
    const parts = [...after].filter(([other]) => isWithin(other, type));
    const left = parts.map(([other]) => other).join(', ');
    // A reader of a range can read each of its types; a sender may send any of them.
    if (left && direction === 'response')
      note(
        'info',
        'media-type-narrowed',
        type,
        media.pointer,
        `${where}: ${type} was narrowed to ${left}`,
      );
    else
      note('breaking', 'media-type-removed', type, media.pointer, `${where}: ${type} was removed`);
    for (const [other, part] of parts)
      compareMedia(comparison, operation, [media, part], { direction, where, type: other });
  }
  for (const [type, media] of after) {
    if (covering(before, type)) continue;
    const wider = [...before.keys()].some((other) => isWithin(other, type));
    if (wider && direction === 'response')
      note(
        'warning',
        'media-type-widened',
        type,
        media.pointer,
        `${where}: may now be any ${type}`,
      );
    else note('info', 'media-type-added', type, media.pointer, `${where}: ${type} was added`);
  }
}

function compareMedia(
  comparison: Comparison,
  operation: Operation,
  pair: [Part, Part],
  { direction, where, type }: { direction: Direction; where: string; type: string },
): void {
  compareSchemas(comparison, operation, pair, { direction, where, wire: wireOf(type) });
  compareEncoding(comparison, operation, pair, direction);
}

/** The entry for a media type: the exact one, the same without parameters, or the closest range that contains it. */
function covering(content: Map<string, Part>, type: string): Part | undefined {
  const exact = [...content].find(([key]) => exactly(key) === exactly(type));
  if (exact) return exact[1];
  const holding = [...content].filter(([key]) => isWithin(type, key) || isVariant(type, key));
  holding.sort(([a], [b]) => stars(a) - stars(b));
  return holding[0]?.[1];
}

/** `image/png` is within `image/*`, which is within `*\/*`. */
function isWithin(type: string, range: string): boolean {
  const [inner, outer] = [plain(type), plain(range)];
  if (inner === outer) return false;
  return outer === '*/*' || (outer.endsWith('/*') && inner.startsWith(outer.slice(0, -1)));
}

/** The same apart from a parameter, such as a charset, that only one of them names. */
function isVariant(type: string, other: string): boolean {
  return (
    plain(type) === plain(other) &&
    (exactly(type) === plain(type) || exactly(other) === plain(other))
  );
}

function stars(type: string): number {
  return plain(type).split('*').length;
}

/** Includes the parameters except the charset, which can only be UTF-8 for JSON and similar types. */
function exactly(type: string): string {
  const parameters = type
    .split(';')
    .slice(1)
    .map((parameter) => parameter.trim().toLowerCase().replaceAll('"', ''))
    .filter((parameter) => parameter !== '' && !parameter.startsWith('charset='));
  return [plain(type), ...parameters.sort()].join(';');
}

function plain(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function wireOf(type: string): 'json' | 'text' {
  return /^(application\/x-www-form-urlencoded|multipart\/|text\/plain)/.test(plain(type))
    ? 'text'
    : 'json';
}

/** How the parts of a form are encoded. */
function compareEncoding(
  comparison: Comparison,
  operation: Operation,
  [base, next]: [Part, Part],
  direction: Direction,
): void {
  const before = members(comparison.base.source, base, 'encoding');
  const after = members(comparison.next.source, next, 'encoding');
  for (const [name, encoding] of before) {
    const other = after.get(name)?.value ?? {};
    const changed = (['contentType', 'style', 'explode', 'allowReserved'] as const).filter(
      (key) => {
        const [was, is] = [encoding.value[key], other[key]];
        if (key !== 'contentType') return was !== undefined && is !== undefined && was !== is;
        const types = listOf(is);
        return types.length > 0 && listOf(was).some((type) => !types.includes(type));
      },
    );
    for (const key of changed)
      add(comparison, operation, {
        level: 'breaking',
        rule: 'encoding-changed',
        pointer: after.get(name)?.pointer ?? encoding.pointer,
        direction,
        where: `${key} of part “${name}”`,
        message: `the ${key} of part “${name}” was ${String(encoding.value[key])} and is now ${String(other[key])}`,
      });
  }
}

function listOf(types: unknown): string[] {
  return typeof types === 'string' ? types.split(',').map((type) => plain(type)) : [];
}
