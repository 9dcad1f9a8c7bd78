import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** What the first page of a path should fetch besides the entry. */
export interface Preloads {
  /** `<link>` elements for a path; empty when there is nothing to preload. */
  linksFor(path: string): string;
}

/** Paths of the console and the module of the page that they show (see the console's router). */
const PAGES: readonly [path: RegExp, module: string][] = [
  [/^\/auth\/login$/, 'features/auth/login-page.tsx'],
  [/^\/auth\/registration$/, 'features/auth/registration-page.tsx'],
  [/^\/projects\/[^/]+\/tasks\/[^/]+$/, 'features/task/task-editor-page.tsx'],
  [/^\/projects\/[^/]+\/runs$/, 'features/run/run-list-page.tsx'],
  [/^\/(projects\/[^/]+\/tasks)?$/, 'features/task/task-list-page.tsx'],
];

/**
 * Preloads the chunk of the page that a path shows, so that it loads beside the entry and not after.
 * @param folder the built console; without its manifest nothing is preloaded
 */
export function createPreloads(folder: string): Preloads {
  const path = join(folder, '.vite/manifest.json');
  const manifest: Manifest = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest)
    : {};
  const entry = closure(manifest, entriesOf(manifest));
  const links = PAGES.map(([pattern, module]) => {
    const own = [...closure(manifest, [module])].filter((chunk) => !entry.has(chunk));
    const scripts = own.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const styles = own.flatMap(({ css = [] }) => css);
    const sheets = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
    return [pattern, [...new Set([...scripts, ...sheets])].join('')] as const;
  });
  return {
    linksFor: (at) => links.find(([pattern]) => pattern.test(at))?.[1] ?? '',
  };
}

function entriesOf(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
}

/** The chunks of some modules with all that they import. */
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
