import { compareSchemas, membersOf, note, type Pair, type Part, type Site } from './context.ts';

/** Compares the media types of a body and the schemas of those that remain. */
export function compareContent(site: Site, pair: Pair): void {
  const { direction, where } = site;
  const [before, after] = membersOf(site, pair, 'content');
  const at = (type: string): Site => ({ ...site, where: `${where}, ${type}` });
  for (const [type, media] of before) {
    const match = covering(after, type);
    if (match) {
      compareMedia(site, [media, match], type);
      continue;
    }
    const parts = [...after].filter(([other]) => isWithin(other, type));
    const left = parts.map(([other]) => other).join(', ');
    // A reader of a range can read each of its types; a sender may send any of them.
    if (left && direction === 'response') {
      const text = `${where}: ${type} was narrowed to ${left}`;
      note(at(type), 'info', 'media-type-narrowed', media, text);
    } else note(at(type), 'breaking', 'media-type-removed', media, `${where}: ${type} was removed`);
    for (const [other, part] of parts) compareMedia(site, [media, part], other);
  }
  for (const [type, media] of after) {
    if (covering(before, type)) continue;
    const isWider = [...before.keys()].some((other) => isWithin(other, type));
    if (isWider && direction === 'response')
      note(at(type), 'warning', 'media-type-widened', media, `${where}: may now be any ${type}`);
    else note(at(type), 'info', 'media-type-added', media, `${where}: ${type} was added`);
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

function plain(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** How the parts of a form are encoded. */
function compareEncoding(site: Site, pair: Pair): void {
  const [before, after] = membersOf(site, pair, 'encoding');
  for (const [name, encoding] of before) {
    const other = after.get(name);
    for (const key of ['contentType', 'style', 'explode', 'allowReserved'] as const) {
      const [was, is] = [encoding.value[key], other?.value[key]];
      if (key === 'contentType' ? !isNarrower(was, is) : was === is || was === undefined) continue;
      if (is === undefined) continue;
      const where = `${key} of part “${name}”`;
      const text = `the ${where} was ${String(was)} and is now ${String(is)}`;
      note({ ...site, where }, 'breaking', 'encoding-changed', other ?? encoding, text);
    }
  }
}

function isNarrower(was: unknown, is: unknown): boolean {
  const listed = (types: unknown) => (typeof types === 'string' ? types.split(',').map(plain) : []);
  const now = listed(is);
  return now.length > 0 && listed(was).some((type) => !now.includes(type));
}
