import { member, type Part, plainType as plain } from '../../walk.ts';
import { compareSchemas, membersOf, note, type Pair, pairsOf, type Site } from './context.ts';

/** Compares request bodies: whether there is one, whether it is required, its media types and its schema. */
export function compareBodies(operation: Site, [base, next]: Pair): void {
  const site = { ...operation, where: 'body' };
  const { direction, comparison } = site;
  const before = member(comparison.base.source, base, 'requestBody');
  const after = member(comparison.next.source, next, 'requestBody');
  const isRequired = (body: Part) => body.value.required === true;
  if (!after) {
    if (before) note(site, 'body-removed', before);
  } else if (!before) {
    const isNeeded = isRequired(after) && direction === 'request';
    note(site, isNeeded ? 'required-body-added' : 'body-added', after);
  } else {
    if (isRequired(after) !== isRequired(before))
      note(site, isRequired(after) ? 'body-became-required' : 'body-became-optional', after);
    compareContent(site, [before, after]);
  }
}

/** Compares the media types of a body and the schemas of those that remain. */
export function compareContent(site: Site, pair: Pair): void {
  const { direction, where: owner } = site;
  const [before, after] = membersOf(site, pair, 'content');
  const at = (type: string): Site => ({ ...site, where: `${owner}, ${type}` });
  for (const [type, media] of before) {
    const match = covering(after, type);
    if (match) {
      compareMedia(site, [media, match], type);
      continue;
    }
    const parts = [...after].filter(([other]) => isWithin(other, type));
    const left = parts.map(([other]) => other).join(', ');
    // A reader of a range can read each of its types; a sender may send any of them.
    const isNarrowed = left && direction === 'response';
    const rule = isNarrowed ? 'media-type-narrowed' : 'media-type-removed';
    note(at(type), rule, media, { owner, type, left });
    for (const [other, part] of parts) compareMedia(site, [media, part], other);
  }
  for (const [type, media] of after) {
    if (covering(before, type)) continue;
    const isWider = [...before.keys()].some((other) => isWithin(other, type));
    const isWidened = isWider && direction === 'response';
    const rule = isWidened ? 'media-type-widened' : 'media-type-added';
    note(at(type), rule, media, { owner, type });
  }
}

function compareMedia(site: Site, pair: Pair, type: string): void {
  const isText = /^(application\/x-www-form-urlencoded|multipart\/|text\/plain)/.test(plain(type));
  compareSchemas(site, pair, isText ? 'text' : 'json');
  compareEncoding(site, pair);
}

/** The entry for a media type: the exact one, the same without parameters, or the closest range that contains it. */
function covering(content: Map<string, Part>, type: string): Part | undefined {
  const exact = [...content].find(([key]) => exactly(key) === exactly(type));
  if (exact) return exact[1];
  const stars = (key: string) => plain(key).split('*').length;
  const holding = [...content].filter(([key]) => isWithin(type, key) || isVariant(type, key));
  return holding.toSorted(([a], [b]) => stars(a) - stars(b))[0]?.[1];
}

/** `image/png` is within `image/*`, which is within `*\/*`. */
function isWithin(type: string, range: string): boolean {
  const [inner, outer] = [plain(type), plain(range)];
  if (inner === outer) return false;
  return outer === '*/*' || (outer.endsWith('/*') && inner.startsWith(outer.slice(0, -1)));
}

/** The same apart from a parameter, such as a charset, that only one of them names. */
function isVariant(type: string, other: string): boolean {
  const isPlain = (one: string) => exactly(one) === plain(one);
  return plain(type) === plain(other) && (isPlain(type) || isPlain(other));
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

/** How the parts of a form are encoded. */
function compareEncoding(site: Site, pair: Pair): void {
  for (const [name, base, next] of pairsOf(...membersOf(site, pair, 'encoding'))) {
    for (const key of ['contentType', 'style', 'explode', 'allowReserved'] as const) {
      const [was, is] = [base?.value[key], next?.value[key]];
      const isSame = key === 'contentType' ? !isNarrower(was, is) : was === is;
      if (!next || was === undefined || is === undefined || isSame) continue;
      note({ ...site, where: `${key} of part “${name}”` }, 'encoding-changed', next, { was, is });
    }
  }
}

function isNarrower(was: unknown, is: unknown): boolean {
  const listed = (types: unknown) => (typeof types === 'string' ? types.split(',').map(plain) : []);
  const now = listed(is);
  return now.length > 0 && listed(was).some((type) => !now.includes(type));
}
