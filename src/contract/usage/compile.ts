import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { CommandError } from '../cli/command-error.ts';
import { BUNDLE } from '../document/open-document.ts';
import { runTool } from '../generate/run-tool.ts';
import type { Use } from './read-console.ts';

/** What the compiler says about a line of the console. */
export interface CompileError extends Use {
  code: string;
  message: string;
}

const run = promisify(execFile);
const CACHE = 'node_modules/.cache/contract-usage-tsc';

/**
 * Checks the console's types against code generated from a contract. For the contract of the working copy, that code
 * already exists; for any other, it is generated beside a copy of the console.
 */
export async function compileConsole(
  root: string,
  document: Record<string, unknown>,
): Promise<CompileError[]> {
  const bundle = await readFile(join(root, BUNDLE), 'utf8').catch(() => 'null');
  if (isDeepStrictEqual(JSON.parse(bundle), document))
    return compile(root, root, join(root, CACHE));
  const copy = await mkdtemp(join(tmpdir(), 'contract-console-'));
  try {
    await copyConsole(root, copy);
    // JSON is valid YAML.
    await writeFile(join(copy, 'build/openapi.yaml'), JSON.stringify(document));
    await runTool(copy, 'orval', ['--config', 'orval.config.ts']).catch((error: Error) => {
      throw new CommandError(
        `No console code can be generated from this contract: ${error.message}`,
      );
    });
    return await compile(root, copy, join(copy, 'tsc'));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Only what generation and the compiler read; packages come from the working copy. */
async function copyConsole(root: string, copy: string): Promise<void> {
  await mkdir(join(copy, 'build'), { recursive: true });
  const parts = ['src/console', 'src/core', 'src/contract', 'generated/client'];
  const files = ['package.json', 'tsconfig.json', 'orval.config.ts'];
  for (const each of [...parts, ...files]) {
    await mkdir(dirname(join(copy, each)), { recursive: true });
    await cp(join(root, each), join(copy, each), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
}

async function compile(root: string, copy: string, cache: string): Promise<CompileError[]> {
  await mkdir(cache, { recursive: true });
  const project = join(cache, 'tsconfig.json');
  await writeFile(
    project,
    JSON.stringify({
      extends: join(copy, 'tsconfig.json'),
      compilerOptions: {
        tsBuildInfoFile: join(cache, 'tsbuildinfo'),
      },
      include: [join(copy, 'src/console')],
      exclude: ['**/*.test.*', '**/testing*', 'main.tsx'].map((each) =>
        join(copy, 'src/console', each),
      ),
    }),
  );
  const tsc = join(root, 'node_modules/.bin/tsc');
  const printed = await run(tsc, ['-p', project, '--noEmit', '--pretty', 'false'], {
    cwd: copy,
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    () => '',
    (error: { stdout?: string }) => error.stdout ?? '',
  );
  const errors = readErrors(printed);
  // An error without a file is not about the console: nothing was checked.
  if (errors.length === 0 && printed.trim() !== '')
    throw new CommandError(`The console's types could not be checked: ${printed.trim()}`);
  return errors;
}

/** `src/console/a.tsx(12,5): error TS2339: …`, with its continuation lines. */
export function readErrors(printed: string): CompileError[] {
  const errors: CompileError[] = [];
  for (const line of printed.split('\n')) {
    const found = /^(.+?)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line);
    const last = errors.at(-1);
    if (found) {
      const [, path = '', number, code = '', message = ''] = found;
      const file = path.replace(/^.*?(?=src\/console\/)/, '');
      errors.push({ file, line: Number(number), code, message });
    } else if (last && /^\s+\S/.test(line)) last.message += `\n${line.trim()}`;
  }
  return errors;
}
