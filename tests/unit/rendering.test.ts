import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * React may render a component more than once before it shows it, or discard a render. Whatever is consumed or changed
 * meanwhile is lost or happens twice, so components, hooks and state updaters only read. This test follows the functions
 * that they call, by name.
 */
const root = join(import.meta.dirname, '../..');

/** Functions that create something the first time and then always return the same. */
const ALLOWED = [
  'src/console/features/task/definition/row-ids.ts#rowId',
  'src/console/features/task/panels/run/use-run-stream.ts#runFollowerOf',
];

/** What a function does when it is called. Its callbacks run later, except those below. */
interface Doing {
  writes: string[];
  /** The functions it calls, as `file#name`. */
  calls: string[];
}

const INITIALISED = /^use(State|Memo|Reducer|Ref)$/;
/** Not the router's, which call it at once. */
const UPDATER = /^set(?!Timeout|Interval|Params|Search)[A-Z]/;
const ITERATION = /^(map|filter|flatMap|forEach|reduce|some|every|find|findLast|toSorted)$/;
const MUTATION = /^(delete|clear|set|add|push|shift|pop|splice|unshift)$/;
/** Where a regular expression continues, which is set before each use. */
const POSITION = /\.lastIndex$/;
const OUTSIDE = /^(setItem|removeItem|replaceState|pushState)$/;
const isComponentOrHook = (id: string) => /#(use)?[A-Z][^#]*$/.test(id);

type Callable = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;
const isCallback = (node: ts.Node | undefined): node is ts.ArrowFunction | ts.FunctionExpression =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

const isAssignment = (operator: ts.SyntaxKind) =>
  operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;

/** The variable that an expression such as `a.b[c]` belongs to. */
function variableOf(node: ts.Node): string | null {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
    ? variableOf(node.expression)
    : null;
}

/** The functions that another one declares for itself, by their names. */
function functionsInside(body: ts.Node): Map<string, Callable> {
  const found = new Map<string, Callable>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, node);
    if (ts.isVariableDeclaration(node) && isCallback(node.initializer))
      found.set(node.name.getText(), node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** The functions at the top level of a file, and its updaters of state. */
function functionsIn(file: string): Map<string, Doing> {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Doing>();
  const variables = new Set<string>();
  const named = new Map<string, string>();
  const functions: [string, Callable][] = [];

  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const to = pathOf(file, statement.moduleSpecifier.getText().slice(1, -1));
      const names = statement.importClause?.namedBindings;
      if (names && ts.isNamedImports(names))
        for (const { name, propertyName } of names.elements)
          named.set(name.text, `${to}#${(propertyName ?? name).text}`);
    } else if (ts.isFunctionDeclaration(statement) && statement.name) {
      functions.push([statement.name.text, statement]);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        variables.add(name.getText());
        let value: ts.Expression | undefined = initializer;
        // `memo(function Row() {})`
        while (value && ts.isCallExpression(value)) value = value.arguments[0];
        if (isCallback(value)) functions.push([name.getText(), value]);
      }
    }
  }
  for (const [name] of functions) named.set(name, `${file}#${name}`);

  function doingOf(body: ts.Node): Doing {
    const doing: Doing = { writes: [], calls: [] };
    const inner = functionsInside(body);
    const write = (node: ts.Node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      doing.writes.push(`${file}:${line + 1}: ${node.getText().split('\n')[0]}`);
    };
    const isShared = (node: ts.Node) =>
      variables.has(variableOf(node) ?? '') || /\.current\b/.test(node.getText());
    const run = (callback: ts.Node | undefined) => {
      if (isCallback(callback)) visit(callback.body);
      else if (callback && ts.isIdentifier(callback)) call(callback);
    };
    const call = ({ text: name }: ts.Identifier) => {
      const own = inner.get(name);
      // Followed once, because it may call itself.
      inner.delete(name);
      if (own?.body) visit(own.body);
      const id = named.get(name);
      if (id && !isComponentOrHook(id)) doing.calls.push(id);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) return;
      if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
        if (isShared(node.left) && !POSITION.test(node.left.getText())) write(node);
      } else if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) {
        if (node.operator !== ts.SyntaxKind.ExclamationToken && isShared(node.operand)) write(node);
      } else if (ts.isCallExpression(node)) {
        const { expression: callee, arguments: given } = node;
        if (ts.isIdentifier(callee)) {
          call(callee);
          if (INITIALISED.test(callee.text)) run(given[0]);
        } else if (ts.isPropertyAccessExpression(callee)) {
          const { text: name } = callee.name;
          if (MUTATION.test(name) && isShared(callee.expression)) write(node);
          if (OUTSIDE.test(name) || variableOf(callee) === 'toast') write(node);
          if (ITERATION.test(name)) run(given[0]);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(body);
    return doing;
  }

  for (const [name, { body }] of functions) if (body) found.set(`${file}#${name}`, doingOf(body));
  const findUpdaters = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && UPDATER.test(node.expression.getText())) {
      const [updater] = node.arguments;
      if (isCallback(updater)) found.set(`${file}#${updater.pos}#Updater`, doingOf(updater.body));
    }
    ts.forEachChild(node, findUpdaters);
  };
  findUpdaters(source);
  return found;
}

function pathOf(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.')
    ? relative(root, resolve(root, dirname(from), specifier))
    : specifier;
}

it('changes nothing outside of React', () => {
  const all = new Map<string, Doing>();
  for (const folder of ['src/console', 'src/core'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(name) && !/(\.test|\/testing[\w-]*)\.tsx?$/.test(name))
        for (const [id, doing] of functionsIn(join(folder, name))) all.set(id, doing);

  const writesOf = (id: string, above: readonly string[] = []): string[] => {
    const doing = all.get(id);
    if (!doing || above.includes(id) || ALLOWED.includes(id)) return [];
    return [...doing.writes, ...doing.calls.flatMap((one) => writesOf(one, [...above, id]))];
  };
  const rendering = [...all.keys()].filter(isComponentOrHook);
  expect(rendering.length).toBeGreaterThan(500);
  expect(
    [...new Set(rendering.flatMap((id) => writesOf(id)))],
    'Write in an event handler or an effect instead. Name a function in ALLOWED if it always returns what it created first.',
  ).toEqual([]);
});
