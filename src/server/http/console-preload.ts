import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
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

/** Paths of the console, with the modules of their pages in src/console (see its `app/pages.tsx`). */
export const PAGES: readonly [path: RegExp, module: string][] = [
  [/^\/auth\/login$/, 'features/auth/login-page.tsx'],
  [/^\/auth\/registration$/, 'features/auth/registration-page.tsx'],
  [/^\/projects\/[^/]+\/tasks\/[^/]+$/, 'app/task-page.tsx'],
  [/^\/projects\/[^/]+\/runs$/, 'features/run/run-list-page.tsx'],
  [/^\/(projects\/[^/]+\/tasks)?$/, 'features/task/task-list-page.tsx'],
];

/**
 * Preloads the chunk of a path's page, so that it loads in parallel with the entry and not after it.
 * @param folder the built console; nothing is preloaded if its manifest is missing
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
