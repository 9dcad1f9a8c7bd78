import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `npm run generate`: openapi/ → one bundle → hooks, validators and mocks (orval), handler types and
 * SDK (hey-api), and the text of the clients' runtime. `--check` fails when that changes anything in generated/, be it that the contract
 * changed without it or that a file was edited by hand.
 */
const root = join(import.meta.dirname, '../../..');
const tool = (name: string) => join(root, 'node_modules/.bin', name);

await main(process.argv.includes('--check'));

async function main(check: boolean): Promise<void> {
  const before = check ? await fingerprints('generated') : new Map<string, string>();
  await rm(join(root, 'build'), { recursive: true, force: true });
  await mkdir(join(root, 'build'));
  await Promise.all([bundle('yaml'), bundle('json')]);
  await Promise.all([
    run(tool('orval'), ['--config', 'orval.config.ts']),
    run(tool('openapi-ts'), ['-f', 'openapi-ts.config.ts']),
  ]);
  await nameInputs('generated/model');
  // hey-api cleans its folder, so the bundle that the server reads goes in last.
  await copyFile(join(root, 'build/openapi.json'), join(root, 'generated/server/openapi.json'));
  await packClientRuntime();
  if (check) report(changes(before, await fingerprints('generated')));
}

/** Orval says of a schema that refers to itself what comes out, not what goes in: that would be `unknown`. */
async function nameInputs(folder: string): Promise<void> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.zod.ts'));
  await Promise.all(
    names.map(async (name) => {
      const path = join(root, folder, name);
      const text = await readFile(path, 'utf8');
      const named = text.replace(/zod\.ZodType<(\w+)>/g, 'zod.ZodType<$1, $1>');
      if (named !== text) await writeFile(path, named);
    }),
  );
}

/** The runtime of tasks' clients as a text that the server and the browser can load alike. */
async function packClientRuntime(): Promise<void> {
  const source = await readFile(join(root, 'src/core/task/contract/client-runtime.ts'), 'utf8');
  await mkdir(join(root, 'generated/client'), { recursive: true });
  await writeFile(join(root, 'generated/client/runtime.json'), `${JSON.stringify({ source })}\n`);
}

function bundle(extension: 'yaml' | 'json'): Promise<void> {
  const output = `build/openapi.${extension}`;
  const config = ['--config', 'openapi/redocly.yaml'];
  return run(tool('redocly'), ['bundle', 'openapi/openapi.yaml', ...config, '-o', output]);
}

/** Runs a tool in the project's root; shows what it printed only when it fails. */
function run(command: string, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`${args[0]} of ${command.split('/').at(-1)} failed:\n${printed}`));
  });
  return promise;
}

async function fingerprints(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256').update(await readFile(path));
    return [path.slice(root.length + 1), hash.digest('hex')] as const;
  });
  return new Map(await Promise.all(pairs));
}

function changes(before: Map<string, string>, after: Map<string, string>): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.filter((path) => before.get(path) !== after.get(path));
}

function report(changed: string[]): void {
  if (changed.length === 0) return;
  console.error('generated/ is not what the contract generates:');
  for (const path of changed) console.error(`  ${path}`);
  console.error('Run `npm run generate` and commit the result; never edit generated/ by hand.');
  process.exitCode = 1;
}
