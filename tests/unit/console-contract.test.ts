import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * The console uses what the contract generates: forms are validated by its schemas (`contractForm`), and requests are
 * made by its hooks, its query options, or its functions through `mutate`. Exceptions are listed here with their reason.
 */
const root = join(import.meta.dirname, '../../src/console');

const FORMS: Readonly<Record<string, string>> = {
  'features/identity/form/flow-form.tsx': 'its fields come from the identity service',
  'features/billing/card/card-dialog.tsx': "Stripe's form",
  'features/datasource/form/source-form.tsx':
    'validated by the schema of its kind, see source-problems.ts',
  'features/task/editor/tools/mcp-import.tsx':
    'one of its two forms chooses tools, which sends nothing',
  'features/task/panels/revisions/environments/use-environment-menu.tsx':
    'the name is part of the path',
  'features/task/panels/run/run-panel.tsx': "its fields are the task's variables",
  'modules/template/documents-dialog.tsx': 'chooses documents, which sends nothing',
};

const LIVE = 'live: requests what is newer, apart from the queries on screen';
const DRAFT = "compares the server's version with the draft before it is shown";
const ASIDE = 'asks aside, with results of its own';
const EARLY = 'needed before or outside of React';

const CALLS: Readonly<Record<string, string>> = {
  'app/layout/switcher-panel.tsx': 'a list with a key of its own, refetched with the generated one',
  'app/prefetch.ts': EARLY,
  'features/chat/composer/use-attachments.ts': LIVE,
  'features/chat/live/message-feed.ts': LIVE,
  'features/chat/live/use-chat-live.ts': LIVE,
  'features/compose/editor/article-server.ts': DRAFT,
  'features/datasource/preview/use-preview.ts': ASIDE,
  'features/share/link-page.tsx':
    'a query by POST with headers, for which nothing can be generated',
  'features/task/editor/task-editor.tsx': DRAFT,
  'modules/people/access-watch.tsx': ASIDE,
  'modules/people/guest-watch.tsx': ASIDE,
  'modules/run/stream/run-transport.ts': LIVE,
  'modules/selection/selection-source.ts': EARLY,
  'modules/sharing/find-shared.ts': EARLY,
  'modules/upload/send-file.ts': EARLY,
};

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/(\.test|\/testing[\w-]*)\.tsx?$/.test(file))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
  });

/** The functions that a file calls by their name. */
function calledIn(tree: ts.Node): { name: string; first: string }[] {
  const found: { name: string; first: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
      found.push({ name: node.expression.text, first: node.arguments[0]?.getText() ?? '' });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The generated functions that a file imports, without hooks, keys, options and URLs. */
function requestsOf(tree: ts.SourceFile): Set<string> {
  const names = tree.statements.filter(ts.isImportDeclaration).flatMap((one) => {
    const bindings = one.importClause?.namedBindings;
    const isGenerated = (one.moduleSpecifier as ts.StringLiteral).text.startsWith(
      '#generated/api/',
    );
    return isGenerated && bindings && ts.isNamedImports(bindings)
      ? bindings.elements.map(({ name }) => name.text)
      : [];
  });
  return new Set(names.filter((name) => !/^(use|invalidate)[A-Z]|(Key|Options|Url)$/.test(name)));
}

it('validates forms by the contract (add `contractForm`, or list the form above with a reason)', () => {
  const byHand = sources
    .filter(({ tree }) =>
      calledIn(tree).some(
        ({ name, first }) => /^use\w*Form$/.test(name) && !/^(contractForm|options)\b/.test(first),
      ),
    )
    .map(({ file }) => file);
  expect(byHand.sort()).toEqual(Object.keys(FORMS).sort());
});

it('requests by hooks, query options or `mutate` (or list the file above with a reason)', () => {
  const direct = sources
    .filter(({ tree }) => {
      const requests = requestsOf(tree);
      return calledIn(tree).some(({ name }) => requests.has(name));
    })
    .map(({ file }) => file);
  expect(direct.sort()).toEqual(Object.keys(CALLS).sort());
});

it('imports schemas from their own files, because the index contains all of them', () => {
  const all = /^import (?!type)[^;]*?\w+[^;]*? from '#generated\/model\/index\.ts';/gm;
  const eager = sources.filter(({ text }) =>
    (text.match(all) ?? []).some((one) => /[{,]\s*(?!type )\w/.test(one.split('}')[0] ?? '')),
  );
  expect(eager.map(({ file }) => file)).toEqual([]);
});
