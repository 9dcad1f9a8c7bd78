import { join } from 'node:path';
import ts from 'typescript';
import { kept } from '../diff/kept.ts';
import { reach } from '../reach.ts';
import { type ConsoleSource, importedModule, importedPath, readImports } from './read-console.ts';

/** What surrounds every screen: providers, the gate, the layout. */
export const EVERY_SCREEN = 'every screen';

/**
 * Which screens reach each file. A screen is an object with `paths` and a `load` that imports its page, as in
 * `src/console/app/pages.tsx`; a file reached without any of these is on every screen.
 */
export function readScreens(source: ConsoleSource): Record<string, string[]> {
  const imports = readImports(source);
  const pages = source.files
    .filter((file) => file.startsWith('src/console/app/'))
    .flatMap((file) => pagesIn(source, file));
  const screens = new Map<string, Set<string>>();
  const mark = (entry: string, name: string, stops: ReadonlySet<string>) => {
    const imported = (file: string) =>
      (imports.get(file) ?? []).filter((other) => !stops.has(other));
    for (const file of reach([entry], imported))
      kept(screens, file, () => new Set<string>()).add(name);
  };
  for (const { entry, paths } of pages) for (const path of paths) mark(entry, path, new Set());
  const main = source.files.find((file) => /^src\/console\/main\.tsx?$/.test(file));
  if (main) mark(main, EVERY_SCREEN, new Set(pages.map(({ entry }) => entry)));
  return Object.fromEntries(
    [...screens].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, names]) => [file, short(names)]),
  );
}

function short(names: Set<string>): string[] {
  return names.has(EVERY_SCREEN) ? [EVERY_SCREEN] : [...names].sort();
}

function pagesIn(
  { root, program }: ConsoleSource,
  file: string,
): { entry: string; paths: string[] }[] {
  const source = program.getSourceFile(join(root, file));
  const found: { entry: string; paths: string[] }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const paths = member(node, 'paths');
      const load = member(node, 'load');
      const module = load && firstImport(load);
      const entry = module === undefined ? undefined : importedPath(root, file, module);
      if (entry !== undefined && paths && ts.isArrayLiteralExpression(paths))
        found.push({
          entry,
          paths: paths.elements.filter(ts.isStringLiteralLike).map((e) => e.text),
        });
    }
    ts.forEachChild(node, visit);
  };
  if (source) visit(source);
  return found;
}

function member(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return node.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => property.name.getText() === name)?.initializer;
}

function firstImport(node: ts.Node): string | undefined {
  return importedModule(node) ?? ts.forEachChild(node, firstImport);
}
