import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { withEventSchemas } from '../document/event-schemas.ts';
import { generateGuide } from './generate-guide.ts';
import { generateOperations } from './generate-operations.ts';
import { generateProblems } from './generate-problems.ts';
import { generateViews } from './generate-views.ts';
import { referToMessages } from './refer-to-messages.ts';
import { runTool } from './run-tool.ts';
import { writeGenerated } from './write-generated.ts';

/**
 * `npm run generate`: openapi/ → one bundle → hooks, validators and factories (orval), the types of operations and an SDK
 * (hey-api), the source of the clients' runtime, and the script of /docs. `--check` fails if that changes anything in generated/,
 * whether the contract changed or a file was edited by hand.
 */
const root = join(import.meta.dirname, '../../..');

await main(process.argv.includes('--check'));

async function main(check: boolean): Promise<void> {
  const before = check ? await fingerprints('generated') : new Map<string, string>();
  await rm(join(root, 'build'), { recursive: true, force: true });
  await mkdir(join(root, 'build'));
  await bundle();
  await referToMessages(join(root, 'build/openapi.json'));
  await typeEvents();
  await Promise.all([
    runTool(root, 'orval', ['--config', 'orval.config.ts']),
    runTool(root, 'openapi-ts', ['-f', 'openapi-ts.config.ts']),
    generateOperations(root),
    generateProblems(root),
    generateViews(root),
    generateGuide(root),
  ]);
  await Promise.all([
    copyFile(join(root, 'build/openapi.json'), join(root, 'generated/openapi.json')),
    packClientRuntime(),
    packDocsScript(),
  ]);
  if (check) report(changes(before, await fingerprints('generated')));
}

/** Our own generators know a stream by the type of its events. JSON is YAML. */
async function typeEvents(): Promise<void> {
  const contract: unknown = JSON.parse(await readFile(join(root, 'build/openapi.json'), 'utf8'));
  await writeFile(join(root, 'build/openapi.yaml'), JSON.stringify(withEventSchemas(contract)));
}

/** The runtimes of clients as text, so that server and browser can load them the same way. */
async function packClientRuntime(): Promise<void> {
  const read = (path: string) => readFile(join(root, 'src/core', path), 'utf8');
  const [task, collection, chat, shared, stream] = await Promise.all([
    read('task/contract/client-runtime.ts'),
    read('collection/contract/client-runtime.ts'),
    read('chat/contract/client-runtime.ts'),
    read('task/contract/request-runtime.ts'),
    read('task/contract/stream-runtime.ts'),
  ]);
  const runtime = JSON.stringify({ task, collection, chat, shared, stream });
  await writeGenerated(root, 'client/runtime.json', `${runtime}\n`);
}

/** The script of the /docs pages, bundled into one file. */
async function packDocsScript(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      outDir: 'generated/docs',
      // The changelog beside it comes from git history, not from the contract.
      emptyOutDir: false,
      lib: {
        entry: 'src/server/http/docs/browser/main.ts',
        formats: ['es'],
        fileName: () => 'docs.js',
      },
    },
  });
}

function bundle(): Promise<void> {
  const output = 'build/openapi.json';
  const config = ['--config', 'openapi/redocly.yaml'];
  return runTool(root, 'redocly', ['bundle', 'openapi/openapi.yaml', ...config, '-o', output]);
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
  console.error('generated/ is out of date:');
  for (const path of changed) console.error(`  ${path}`);
  console.error('Run `npm run generate` and commit the result. Do not edit generated/ by hand.');
  process.exitCode = 1;
}
