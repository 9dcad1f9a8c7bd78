import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PAGES } from '#server/http/console/console-preload.ts';
import { groups } from '../../chunks.config.ts';

/**
 * Which folders may import which. The linter reports violations while you type. This test reads every import of every
 * file, so that no spelling of a path evades the rules.
 */
const root = join(import.meta.dirname, '../..');

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function filesUnder(folder: string, named = /\.tsx?$/): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && named.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Resolves an import specifier to a path in the project, or to the name of an npm package. */
function target(from: string, specifier: string): string {
  if (specifier.startsWith('#generated/') || specifier.startsWith('#openapi/'))
    return specifier.slice(1);
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(from), specifier));
  return specifier;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier)) {
      found.push({ from: file, to: target(file, specifier.text), typeOnly });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Tests and their helpers. */
const isTest = (file: string) => /(\.test|\/testing[\w-]*)\.tsx?$/.test(file);
const all = ['src', 'generated'].flatMap((one) => filesUnder(one)).flatMap(importsOf);
const product = all.filter((entry) => !isTest(entry.from));
const under = (folder: string) => (path: string) =>
  path === folder || path.startsWith(`${folder}/`);

/** What to do about a wrong import. */
const MOVE =
  'Move the code to a folder that both sides may import (src/README.md, “Folders”), or pass it in as an argument.';

/** Where SQL may be written, besides `src/server/db`. */
const sqlFiles = /(\.repository|^src\/server\/stores)\.ts$/;
/** Where tables are declared. */
const declarations = /^src\/domain\/(.+\.tables|columns|tables?)\.ts$/;

/** Imports from `folder` to other folders of the project that aren't in `allowed`. */
function strays(folder: string, allowed: string[]): string[] {
  const ok = [folder, ...allowed].map(under);
  return product
    .filter((entry) => under(folder)(entry.from))
    .filter((entry) => under('src')(entry.to) || under('generated')(entry.to))
    .filter((entry) => !ok.some((test) => test(entry.to)))
    .map((entry) => `${entry.from} → ${entry.to}${entry.typeOnly ? ' (type)' : ''}`);
}

describe('imports', () => {
  it('are found in every file', () => {
    expect(all.length).toBeGreaterThan(400);
  });

  it('of core are npm packages, generated types and the texts of errors', () => {
    const isAllowed = (line: string) =>
      /→ generated\/(model\/.* \(type\)|problems\/[\w-]+\.ts)$/.test(line);
    expect(
      strays('src/core', []).filter((line) => !isAllowed(line)),
      MOVE,
    ).toEqual([]);
  });

  it('of the widget are core and generated types, and no packages', () => {
    const wrong = product.filter(({ from, to, typeOnly }) => {
      if (!under('src/widget')(from) || under('src/widget')(to) || under('src/core')(to))
        return false;
      return !(under('generated/model')(to) && typeOnly);
    });
    expect(
      wrong.map(({ from, to }) => `${from} → ${to}`),
      MOVE,
    ).toEqual([]);
  });

  it.each([
    ['generated', ['src/console/api/fetcher.ts']],
    ['src/contract', ['src/core']],
    ['src/console', ['src/core', 'generated']],
    ['src/domain', ['src/core', 'generated']],
    ['src/mocks', ['src/domain', 'src/core', 'generated']],
    ['src/server', ['src/domain', 'src/core', 'src/contract', 'generated']],
  ])('of %s are allowed', (folder, allowed) => {
    const exceptions = [
      /^src\/console\/main\.tsx → src\/mocks\//,
      // The mocks load the differ when revisions are compared; it runs in browsers too.
      /^src\/mocks\/differ\.ts → src\/contract\/diff\.ts$/,
    ];
    const isAllowed = (line: string) => exceptions.some((exception) => exception.test(line));
    expect(
      strays(folder, allowed).filter((line) => !isAllowed(line)),
      MOVE,
    ).toEqual([]);
  });

  it('of the console go from app to features to modules to ui, and never between features', () => {
    const layers = ['ui', 'modules', 'features', 'app'];
    const layerOf = (path: string) => layers.indexOf(path.split('/')[2] ?? '');
    const wrong = product.filter(({ from, to }) => {
      if (!from.startsWith('src/console/') || !to.startsWith('src/console/')) return false;
      const [a, b] = [layerOf(from), layerOf(to)];
      if (a < 0 || b < 0) return false;
      const otherFeature = a === 2 && b === 2 && from.split('/')[3] !== to.split('/')[3];
      return b > a || otherFeature;
    });
    expect(
      wrong.map(({ from, to }) => `${from} → ${to}`),
      MOVE,
    ).toEqual([]);
  });

  it('of ui include nothing generated', () => {
    const wrong = product.filter(
      (e) => under('src/console/ui')(e.from) && under('generated')(e.to),
    );
    expect(
      wrong.map((e) => e.from),
      MOVE,
    ).toEqual([]);
  });

  it('of production code include neither msw nor faker', () => {
    const wrong = product.filter(
      ({ from, to }) =>
        ['src/console', 'src/server', 'src/domain', 'src/core'].some((one) => under(one)(from)) &&
        /^(msw|@faker-js)(\/|$)/.test(to),
    );
    expect(
      wrong.map((e) => e.from),
      MOVE,
    ).toEqual([]);
  });

  it('of a server area from another area go through its service', () => {
    const wrong = product.filter(({ from, to }) => {
      const [a, b] = [from, to].map((path) => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1]);
      return a && b && a !== b && !/\.service\.ts$/.test(to);
    });
    expect(
      wrong.map(({ from, to }) => `${from} → ${to}`),
      MOVE,
    ).toEqual([]);
  });

  it('of drizzle and of tables are found only in declarations, repositories and db', () => {
    const isTable = ({ from, to, typeOnly }: Import) =>
      (under('src/server/db/schema')(to) || (declarations.test(to) && under('src/server')(from))) &&
      !typeOnly;
    const wrong = product.filter((entry) => {
      const { from, to } = entry;
      const isSql = /^drizzle-orm(\/|$)/.test(to) || isTable(entry);
      const mayHaveSql = [under('src/server/db'), (file: string) => sqlFiles.test(file)];
      return isSql && !mayHaveSql.some((may) => may(from)) && !declarations.test(from);
    });
    expect(
      [...new Set(wrong.map(({ from }) => from))],
      'Move the SQL into a *.repository.ts of its area and call that.',
    ).toEqual([]);
  });

  it("of Stripe's script are only in the card's dialog, and load nothing by themselves", () => {
    const values = product.filter(({ to, typeOnly }) => to.startsWith('@stripe/') && !typeOnly);
    expect(values.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'src/console/features/billing/card/card-dialog.tsx → @stripe/stripe-js/pure',
    ]);
  });

  it('raw fetch and literal query keys are used only in console/api', () => {
    const wrong = filesUnder('src/console')
      .filter((file) => !isTest(file) && !under('src/console/api')(file))
      .filter((file) =>
        /(^|[^.\w])fetch\(|queryKey: \[/.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(
      wrong,
      'Use a generated hook or function, and the keys of src/console/api/query.',
    ).toEqual([]);
  });
});

/** All groups of files under src that import each other in a circle, by value or type (Tarjan's algorithm). */
function circles(): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of all) {
    if (!under('src')(from) || !under('src')(to)) continue;
    targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    open.push(file);
    let lowest = index;
    for (const next of targets.get(file) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, order.get(next) ?? index);
    }
    if (lowest === index) found.push(open.splice(open.lastIndexOf(file)));
    return lowest;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found.filter((group) => group.length > 1).map((group) => group.sort());
}

describe('import cycles', () => {
  it("don't exist, for values or types", () => {
    expect(
      circles(),
      'Move what the files of a circle share into a file that both import.',
    ).toEqual([]);
  });
});

describe('files', () => {
  it('of the pages that the server preloads exist', () => {
    const missing = PAGES.flatMap(([, chunks]) => chunks)
      .filter((chunk) => !groups.some(({ name }) => name === chunk))
      .filter((page) => !existsSync(join(root, 'src/console', page)));
    expect(missing, 'Correct the file name in PAGES, which says what the server preloads.').toEqual(
      [],
    );
  });

  it('number at most 25 per folder', () => {
    const counts = new Map<string, number>();
    const written = ['src', 'tests', 'openapi'].flatMap((one) => filesUnder(one, /./));
    for (const file of written) {
      // Migrations are generated by drizzle.
      if (under('src/server/db/migrations')(file)) continue;
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    }
    const crowded = [...counts].filter(([, files]) => files > 25).map(([folder]) => folder);
    expect(
      crowded,
      'Group the files of these folders by subject, in folders named after it.',
    ).toEqual([]);
  });

  it('that are hand-written have fewer than 400 lines', () => {
    // openapi.yaml lists all other files, because generators only see what it references.
    const contract = ['paths', 'schemas'].flatMap((one) => filesUnder(`openapi/${one}`, /\.yaml$/));
    const code = ['src', 'tests'].flatMap((one) => filesUnder(one));
    const long = [...code, ...contract].filter((file) => {
      return readFileSync(join(root, file), 'utf8').split('\n').length > 401;
    });
    expect(long, 'Split these files by subject; a fragment with one caller is no subject.').toEqual(
      [],
    );
  });

  it("that are tests don't mock modules, because all tests share the loaded modules", () => {
    const replacing = ['src', 'tests']
      .flatMap((one) => filesUnder(one))
      .filter(
        (file) => isTest(file) && /^vi\.(do)?mock\(/im.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(replacing, 'Pass the replacement in as an argument.').toEqual([]);
  });
});
