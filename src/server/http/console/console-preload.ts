import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** The files that a page should preload in addition to the entry. */
export interface Preloads {
  /** `<link>` elements for a path; empty if there is nothing to preload. */
  linksFor(path: string): string;
}

/**
 * Paths of the console, with the chunks of their pages: the name of a group (see `chunks.config.ts`), or the page's
 * module if the page has a chunk of its own.
 */
export const PAGES: readonly [path: RegExp, chunks: readonly string[]][] = [
  [/^\/auth\/(login|registration|recovery|verification|error)$/, ['auth']],
  [/^\/projects\/[^/]+\/tasks\/[^/]+$/, ['editor', 'code']],
  [/^\/projects\/[^/]+\/runs$/, ['features/run/run-list-page.tsx']],
  [/^\/(projects\/[^/]+\/tasks)?$/, ['features/task/task-list-page.tsx']],
];

/**
 * Preloads the chunks of a path's page, so that they load in parallel with the entry and not after it.
 * @param folder the built console; nothing is preloaded if its manifest is missing
 * @param html the console's first page; files that it names are not preloaded again
 */
export function createPreloads(folder: string, html: string): Preloads {
  const path = join(folder, '.vite/manifest.json');
  const manifest: Manifest = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest)
    : {};
  const entry = closure(manifest, entriesOf(manifest));
  const links = PAGES.map(([pattern, names]) => {
    const own = [...closure(manifest, keysOf(manifest, names))].filter(
      (chunk) => !entry.has(chunk) && !html.includes(chunk.file),
    );
    const scripts = own.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const styles = own.flatMap(({ css = [] }) => css);
    const sheets = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
    return [pattern, [...new Set([...scripts, ...sheets])].join('')] as const;
  });
  return {
    linksFor: (at) => links.find(([pattern]) => pattern.test(at))?.[1] ?? '',
  };
}

/** The manifest's keys of chunks. The key of a page's chunk is its module; the key of a group's contains a hash. */
function keysOf(manifest: Manifest, names: readonly string[]): string[] {
  const isNamed = (key: string) =>
    manifest[key]?.name !== undefined && names.includes(manifest[key].name);
  return [...names, ...Object.keys(manifest).filter(isNamed)];
}

function entriesOf(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
}

/** The chunks of some modules, with everything they import. */
function closure(
  manifest: Manifest,
  names: readonly string[],
  found = new Set<Chunk>(),
): Set<Chunk> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk)) continue;
    found.add(chunk);
    closure(manifest, chunk.imports ?? [], found);
  }
  return found;
}
