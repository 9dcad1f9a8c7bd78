import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { build } from 'vite';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The strictest common compiler settings. */
const STRICT = {
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
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
};

/** The environment of a caller's program. */
const PLACES = {
  browser: { lib: ['es2022', 'dom'], types: [] },
  node: { lib: ['es2022'], types: ['node'] },
};

/**
 * Compiles files and returns the compiler's messages by file name. The files can import the project's npm packages and
 * each other. They are compiled together, because starting the compiler takes longer than most files.
 */
export async function compileErrors(
  files: Readonly<Record<string, string>>,
  place: keyof typeof PLACES = 'node',
): Promise<string[]> {
  await mkdir(join(root, 'build'), { recursive: true });
  // Inside the project, where a program finds zod.
  const folder = await mkdtemp(join(root, 'build/compiled-'));
  try {
    const config = { compilerOptions: { ...STRICT, ...PLACES[place] }, include: ['*.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const args = ['--project', folder, '--pretty', 'false'];
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), args, { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether a text is syntactically valid TypeScript. Much faster than compiling it. */
export function syntaxErrors(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** A module with its dependencies as a script for browsers. It defines a variable of this name. */
export async function bundle(file: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: file, formats: ['iife'], name } },
  });
  const [bundled] = [built].flat();
  if (!bundled || !('output' in bundled)) throw new Error(`${file} wasn't bundled`);
  return bundled.output[0].code;
}
