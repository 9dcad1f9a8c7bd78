import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/** Files that no program changes: reading them takes longer than all else. */
const libraries = new Map<string, ts.SourceFile | undefined>();
const folder = join(root, 'build/compiled');

/** The strictest settings that people have. */
const STRICT: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** Where a caller's program runs. */
export const PLACES: Readonly<Record<'browser' | 'node', ts.CompilerOptions>> = {
  browser: { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [] },
  node: { lib: ['lib.es2022.d.ts'], types: ['node'] },
};

/** What a compiler says of these files, by name; they see the project's npm packages and each other. */
export function compileErrors(
  files: Readonly<Record<string, string>>,
  place: keyof typeof PLACES = 'node',
): string[] {
  const options = { ...STRICT, ...PLACES[place] };
  const paths = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => paths.get(path) ?? readFile(path);
  host.fileExists = (path) => paths.has(path) || fileExists(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = paths.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version, true);
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, version, ...rest));
    return libraries.get(path);
  };
  const { directoryExists } = host;
  host.directoryExists = (path) => path.startsWith(folder) || (directoryExists?.(path) ?? true);
  host.getCurrentDirectory = () => root;
  const program = ts.createProgram([...paths.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map((found) => {
    const text = ts.flattenDiagnosticMessageText(found.messageText, ' ');
    const line = found.file?.getLineAndCharacterOfPosition(found.start ?? 0).line ?? 0;
    const source = found.file?.text.split('\n')[line]?.trim() ?? '';
    return `${found.file?.fileName.split('/').at(-1)}:${line + 1} ${text} — ${source}`;
  });
}

/** Whether a text is TypeScript at all; much faster than compiling it. */
export function syntaxErrors(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
