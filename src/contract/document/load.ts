import { posix } from 'node:path';
import { memberOf, pointerParts } from '#core/json/pointer.ts';
import { DocumentError } from './document-error.ts';
import type { Files } from './files.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';
import { visitReferences } from './references.ts';

/** A place in the files of a contract. */
export interface Spot {
  file: string;
  path: string[];
}

/** All files of a contract; each is read once. */
export type Loaded = Awaited<ReturnType<typeof loadFiles>>;

/**
 * Reads a file and everything that it references.
 * @throws DocumentError with file and line
 */
export async function loadFiles(source: Files, root: string) {
  const files = new Map<string, ParsedFile>();
  const references: { ref: string; from: Spot }[] = [];
  const ids = new Set<string>();

  async function load(file: string, from: Spot | undefined, ref: string): Promise<void> {
    const content = await source.read(file);
    if (content === undefined) {
      if (!from) throw new DocumentError(source.label(file), undefined, 'no such file.');
      throw fail(from, `$ref "${ref}": no such file ${source.label(file)}.`);
    }
    const parsed = parseFile(source.label(file), content);
    files.set(file, parsed);
    const found: { ref: string; base: string | undefined; from: Spot }[] = [];
    visitReferences(parsed.value, {
      reference: ({ $ref }, path, base) =>
        found.push({ ref: String($ref), base, from: { file, path: [...path, '$ref'] } }),
      identifier: (id) => ids.add(id),
      endless(path, isCircular) {
        if (!isCircular)
          throw new DocumentError(source.label(file), undefined, 'nested too deeply.');
        throw fail({ file, path }, 'an alias (*) refers to a node that contains it.');
      },
    });
    const others = found.filter(({ ref, base }) => !isName(ref, base));
    references.push(...others);
    for (const each of others) {
      const target = fileOf(each.ref, each.from);
      if (!files.has(target)) await load(target, each.from, each.ref);
    }
  }

  /** Whether a `$ref` must stay unchanged because it names an anchor, or a schema by its `$id`. */
  function isName(ref: string, base: string | undefined): boolean {
    // Inside a schema with an `$id`, only the differ can resolve references.
    if (ref.startsWith('#')) return base !== undefined || isAnchor(ref);
    const uri = URL.parse(ref, base)?.href ?? ref;
    return ids.has(uri.split('#')[0] ?? '');
  }

  /** @throws DocumentError for a network URL: a check must not depend on the network */
  function fileOf(ref: string, from: Spot): string {
    if (/^[a-z][a-z0-9+.-]*:/i.test(ref))
      throw fail(from, `$ref "${ref}" is a network URL. Keep a copy beside the contract.`);
    const name = ref.split('#')[0] ?? '';
    return name === '' ? from.file : posix.join(posix.dirname(from.file), decode(name));
  }

  function at({ file, path }: Spot): unknown {
    return path.reduce(memberOf, files.get(file)?.value);
  }

  /** Where a `$ref` leads, through as many files as it takes. */
  function follow(ref: string, from: Spot): Spot {
    let spot = step(ref, from);
    for (let steps = 0; ; steps += 1) {
      const next = refOf(at(spot));
      if (next === undefined) return spot;
      if (steps > 50) throw fail(from, `$ref "${ref}" is circular.`);
      spot = step(next, spot);
    }
  }

  /** Follows one `$ref`, which may lead to others on the way. */
  function step(ref: string, from: Spot, depth = 0): Spot {
    const file = fileOf(ref, from);
    const fragment = decode(ref.split('#')[1] ?? '');
    if (depth > 50) throw fail(from, `$ref "${ref}" is circular.`);
    if (fragment !== '' && !fragment.startsWith('/'))
      throw fail(from, `$ref "${ref}": anchors in other files are not supported. Use a path.`);
    let spot: Spot = { file, path: [] };
    for (const name of pointerParts(fragment)) {
      const inner = refOf(at(spot));
      if (inner !== undefined) spot = step(inner, spot, depth + 1);
      spot = { file: spot.file, path: [...spot.path, name] };
      if (at(spot) === undefined)
        throw fail(from, `$ref "${ref}" not found: ${source.label(spot.file)} has no “${name}”.`);
    }
    return spot;
  }

  /** `file:line` of a place, for error messages. */
  function fail({ file, path }: Spot, message: string): DocumentError {
    return new DocumentError(source.label(file), files.get(file)?.lineOf(path), message);
  }

  await load(root, undefined, '');
  // Follows every reference once, so that a broken one is reported even where nothing changed.
  for (const { ref, from } of references) follow(ref, from);
  return { root, files, label: source.label, at, follow, isName, fail };
}

/** A name local to the document: keep it. */
function isAnchor(ref: string): boolean {
  return /^#[^/]/.test(ref);
}

export function refOf(value: unknown): string | undefined {
  const ref = (value as { $ref?: unknown } | null | undefined)?.$ref;
  return typeof ref === 'string' && !isAnchor(ref) ? ref : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
