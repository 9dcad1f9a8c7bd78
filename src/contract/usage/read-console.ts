import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { kept } from '../diff/kept.ts';
import { callers, type NamedOperation, urlFunctions } from './operation-names.ts';

/** A line of the console. */
export interface Use {
  file: string;
  line: number;
}

/** How the console uses generated code. Keys are sorted, so that two runs can be compared. */
export interface ConsoleUsage {
  /** By operationId: where it is called. */
  operations: Record<string, Use[]>;
  /** By `Task.name`, `Task.created_by.id`: where it is read, or written into a request. */
  fields: Record<string, Use[]>;
  /** By file: the screens that reach it. */
  screens: Record<string, string[]>;
}

export interface ConsoleSource {
  root: string;
  files: readonly string[];
  program: ts.Program;
}

const CONSOLE = 'src/console';
const GENERATED = 'generated';

/** Opens the console together with the generated types; tests are excluded. */
export function openConsole(root: string): ConsoleSource {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { incremental: false, tsBuildInfoFile: undefined, noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (!config) throw new Error(`${join(root, 'tsconfig.json')} cannot be read.`);
  const files = config.fileNames
    .map((file) => relative(root, file))
    .filter((file) => file.startsWith(`${CONSOLE}/`) && !/\.test\.tsx?$|\/testing/.test(file))
    .sort();
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    config.options,
  );
  return { root, files, program };
}

/** Which operations each file calls, and which fields of generated types it names. */
export function readUses(
  { root, files, program }: ConsoleSource,
  operations: readonly NamedOperation[],
): Pick<ConsoleUsage, 'operations' | 'fields'> {
  const checker = program.getTypeChecker();
  const called = new Uses();
  const fields = new Uses();
  const callerOf = callers(operations);
  const urlOf = urlFunctions(operations);
  const declared = declaredNames(program, root);
  const byPath = Map.groupBy(operations, ({ path }) => path);

  for (const file of files) {
    const source = program.getSourceFile(join(root, file));
    if (source) readFile(file, source);
  }
  return { operations: called.sorted(), fields: fields.sorted() };

  function readFile(file: string, source: ts.SourceFile): void {
    const imported = generatedImports(source);
    const at = (node: ts.Node): Use => ({
      file,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    });
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node)) return;
      if (ts.isIdentifier(node)) {
        const name = imported.get(node.text);
        const id = name === undefined ? undefined : callerOf.get(name);
        if (id !== undefined && isReference(node)) called.add(id, at(node));
      } else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const operation = urlOf.get(imported.get(node.expression.text) ?? '');
        if (operation) for (const id of reachedBy(node, operation)) called.add(id, at(node));
      }
      for (const { name, symbol } of namedProperties(node))
        for (const key of keysOf(symbol)) fields.add(key, at(name));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  /** The operations at a URL, including a suffix in a template: `${getRunTaskUrl(…)}/stream`. */
  function reachedBy(call: ts.CallExpression, operation: NamedOperation): string[] {
    const span = call.parent;
    const added = ts.isTemplateSpan(span) ? (/^[\w./-]*/.exec(span.literal.text)?.[0] ?? '') : '';
    if (added === '') return [operation.id];
    return (byPath.get(operation.path + added) ?? []).map(({ id }) => id);
  }

  function* namedProperties(
    node: ts.Node,
  ): Generator<{ name: ts.Node; symbol: ts.Symbol | undefined }> {
    if (ts.isPropertyAccessExpression(node)) {
      if (!declared.has(node.name.text)) return;
      yield { name: node.name, symbol: checker.getSymbolAtLocation(node.name) };
    } else if (
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteralLike(node.argumentExpression)
    ) {
      const name = node.argumentExpression;
      yield { name, symbol: checker.getTypeAtLocation(node.expression).getProperty(name.text) };
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if ((ts.isIdentifier(name) || ts.isStringLiteral(name)) && declared.has(name.text))
        yield { name, symbol: checker.getTypeAtLocation(node.parent).getProperty(name.text) };
    } else if (
      (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
      ts.isObjectLiteralExpression(node.parent) &&
      (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
      declared.has(node.name.text)
    ) {
      const type = checker.getContextualType(node.parent);
      const parts = type?.isUnion() ? type.types : [type];
      for (const part of parts)
        yield { name: node.name, symbol: part?.getProperty(node.name.text) };
    }
  }

  /** `Task.name` for a property declared in generated code. */
  function keysOf(symbol: ts.Symbol | undefined): Set<string> {
    const keys = new Set<string>();
    for (const declaration of symbol?.declarations ?? []) {
      const { fileName } = declaration.getSourceFile();
      if (!relative(root, fileName).startsWith(`${GENERATED}/`)) continue;
      const key = keyOf(declaration);
      if (key !== undefined) keys.add(key);
    }
    return keys;
  }
}

/** The names of all fields. Other names need no lookup, which is the slow part. */
function declaredNames(program: ts.Program, root: string): Set<string> {
  const names = new Set<string>();
  for (const source of program.getSourceFiles()) {
    if (!relative(root, source.fileName).startsWith(`${GENERATED}/`)) continue;
    for (const [, quoted, bare] of source.text.matchAll(/"([^"]+)"\s*:|(\w+)\??\s*:/g))
      names.add(quoted ?? bare ?? '');
  }
  return names;
}

/** The names around a declaration, from the type or zod schema that contains it. */
function keyOf(declaration: ts.Declaration): string | undefined {
  const names: string[] = [];
  for (let node: ts.Node | undefined = declaration; node; node = node.parent) {
    if (ts.isPropertyAssignment(node) || ts.isPropertySignature(node))
      names.unshift(textOf(node.name));
    if (
      ts.isVariableDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node)
    )
      return names.length > 0 ? [node.name.getText(), ...names].join('.') : undefined;
  }
  return undefined;
}

function textOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
}

/** Local name → exported name, for imports from generated code. */
function generatedImports(source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    if (!/(^#|\/)generated\//.test(statement.moduleSpecifier.text)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      names.set(name.text, (propertyName ?? name).text);
  }
  return names;
}

/** Neither the name of a property nor a type. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isBindingElement(parent) && !ts.isParameter(parent);
}

/** Imports of each file within the project: paths relative to the root. */
export function readImports({ root, files, program }: ConsoleSource): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const file of files) {
    const source = program.getSourceFile(join(root, file));
    if (!source) continue;
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const target = importedModule(node);
      const path = target === undefined ? undefined : importedPath(root, file, target);
      if (path !== undefined) found.push(path);
      ts.forEachChild(node, visit);
    };
    visit(source);
    imports.set(file, found);
  }
  return imports;
}

/** What a node imports, if anything, including `import()`. Type imports bring no code to a screen. */
export function importedModule(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly)
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword)
    return undefined;
  const [name] = node.arguments;
  return name && ts.isStringLiteralLike(name) ? name.text : undefined;
}

export function importedPath(root: string, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (!specifier.startsWith('.')) return undefined;
  return relative(root, resolve(root, dirname(from), specifier));
}

/** Places by name, without duplicates. */
class Uses {
  readonly #uses = new Map<string, Map<string, Use>>();

  add(name: string, use: Use): void {
    const uses = kept(this.#uses, name, () => new Map<string, Use>());
    uses.set(`${use.file}:${use.line}`, use);
  }

  sorted(): Record<string, Use[]> {
    const entries = [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, uses]) => [name, [...uses.values()]]));
  }
}
