import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { appendFile, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from '#generated/sdk/client/index.ts';
import { clientOf, signUp } from '../support/account.ts';
import type { Workshop } from './clients.ts';
import { type EcosystemServer, startServer } from './server.ts';
import { createWorld, type Ids } from './world.ts';

const VERSION = '4.32.5';

/** Operations that one process tests, so that parts take minutes and run side by side. */
const OPERATIONS_PER_PART = 12;

/** A part that takes longer counts as failed: something hangs. */
const PART_MINUTES_MAX = 30;

/** The part that follows the links of the contract. */
const LINKS = 'links';

const PHASES = 'examples,coverage,fuzzing';
const LOG_MAX = 20_000;

interface Part {
  name: string;
  args: readonly string[];
}

/** The figures of a part, and whether it found nothing. */
interface PartResult {
  name: string;
  operations: number;
  cases: number;
  seconds: number;
  isGood: boolean;
  /** File with its whole output. */
  log: string;
}

/**
 * Tests servers with schemathesis, configured by `schemathesis.toml` and `schemathesis_hooks.py`: the operations in parts,
 * each against a server of its own, then all operations in the order of the contract's links. On each server, a second
 * organisation has one of each thing, too. Its IDs are tried, and afterwards it must have what it had.
 * @param only parts to run, by name; all if undefined
 * @throws Error if any part finds something or doesn't finish
 */
export async function runSchemathesis(
  workshop: Workshop,
  { examples, only }: { examples: number; only?: readonly string[] | undefined },
): Promise<void> {
  const { run, folder } = workshop;
  const bin = join(folder, 'python/bin');
  await run(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`]);
  const parts = (await listParts()).filter(({ name }) => only === undefined || only.includes(name));
  const results: PartResult[] = [];
  const waiting = [...parts];
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const { name } = part;
      const result = await runPart(folder, part, examples).catch((error: unknown) => {
        console.error(error);
        const log = join(folder, 'schemathesis', name, 'output.log');
        return { name, operations: 0, cases: 0, seconds: 0, isGood: false, log };
      });
      results.push(result);
      const { operations, cases, seconds, isGood, log } = result;
      const figures = `${operations} operations, ${cases} cases, ${seconds} s`;
      console.log(`  ${isGood ? '✓' : '✗'} ${name}: ${figures}${isGood ? '' : `, see ${log}`}`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  const total = results.reduce((sum, { cases }) => sum + cases, 0);
  console.log(`  ${total} cases in ${results.length} parts`);
  const failed = results.filter(({ isGood }) => !isGood);
  if (failed.length === 0) return;
  for (const { log } of failed)
    console.error((await readFile(log, 'utf8').catch(() => '')).slice(-LOG_MAX));
  throw new Error(`schemathesis found something in: ${failed.map(({ name }) => name).join(', ')}`);
}

/** The operations in the order of the contract, in parts that begin with a new tag or when they are full. */
async function listParts(): Promise<Part[]> {
  const paths = await contractPaths();
  const byTag = new Map<string, string[]>();
  for (const { operationId, tags } of Object.values(paths).flatMap(Object.values))
    if (operationId !== undefined) {
      const tag = tags?.[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationId]);
    }
  const parts = [...byTag].flatMap(([tag, operations]) =>
    Array.from({ length: Math.ceil(operations.length / OPERATIONS_PER_PART) }, (_, index) => ({
      name: `${tag}-${index + 1}`,
      args: operations
        .slice(index * OPERATIONS_PER_PART, (index + 1) * OPERATIONS_PER_PART)
        .flatMap((operation) => ['--include-operation-id', operation])
        .concat('--phases', PHASES),
    })),
  );
  return [{ name: LINKS, args: ['--phases', 'stateful'] }, ...parts];
}

type Paths = Record<
  string,
  Record<string, { operationId?: string; tags?: string[]; parameters?: { required?: boolean }[] }>
>;

async function contractPaths(): Promise<Paths> {
  const file = join(import.meta.dirname, '../../generated/openapi.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { paths: Paths }).paths;
}

async function runPart(
  workshop: string,
  { name, args }: Part,
  examples: number,
): Promise<PartResult> {
  const folder = join(workshop, 'schemathesis', name);
  await mkdir(folder, { recursive: true });
  const log = join(folder, 'output.log');
  const start = Date.now();
  const server = await startServer();
  try {
    const ids = await createWorld(server);
    const others = { ...server, client: clientOf(server.origin, await signUp(server.origin)) };
    const theirs = await createWorld(others);
    await writeFile(join(folder, 'ids.json'), JSON.stringify(ids));
    await writeFile(join(folder, 'their-ids.json'), JSON.stringify(theirs));
    const before = await readAll(others.client, theirs);
    const unchanging = await readAll(others.client, theirs);
    // It looks for the hooks in the folder in which it runs, and leaves its notes there.
    const [config, hooks] = ['schemathesis.toml', 'schemathesis_hooks.py'] as const;
    await copyFile(join(import.meta.dirname, hooks), join(folder, hooks));
    const text = await readFile(join(import.meta.dirname, config), 'utf8');
    const variables: Record<string, string> = { ...ids, ORIGIN: server.origin };
    await writeFile(
      join(folder, config),
      // It replaces variables in parameters, but not in dictionaries.
      (name === LINKS ? withFreeParameters(text) : text).replaceAll(
        /\$\{(\w+)\}/g,
        (match, variable: string) => variables[variable] ?? match,
      ),
    );
    const code = await spawnWithLog(
      join(workshop, 'python/bin/schemathesis'),
      ['run', `${server.origin}/openapi.json`, '--max-examples', String(examples), ...args],
      { folder, log, env: environment(server, ids) },
    );
    const after = await readAll(others.client, theirs);
    const touched = [...before].flatMap(([url, text]) =>
      text === unchanging.get(url) && text !== after.get(url) ? [url] : [],
    );
    if (touched.length > 0) await appendFile(log, `\nOf another organisation: ${touched}\n`);
    const output = await readFile(log, 'utf8');
    const cases = Number(/(\d+) generated/.exec(output)?.[1] ?? 0);
    await writeFile(join(folder, 'server.log'), server.log());
    return {
      name,
      operations: Number(/Tested: (\d+)/.exec(output)?.[1] ?? 0),
      cases,
      seconds: Math.round((Date.now() - start) / 1000),
      // Without any case, nothing was tested.
      isGood: code === 0 && cases > 0 && touched.length === 0,
      log,
    };
  } finally {
    await server.stop();
  }
}

/** What everything that can be read by its path says, by its path. */
async function readAll(client: Client, ids: Ids): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [path, { get }] of Object.entries(await contractPaths())) {
    if (get === undefined || get.parameters?.some(({ required }) => required)) continue;
    const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? name);
    const { data } = await client.get({ url, parseAs: 'text' });
    if (typeof data === 'string') found.set(url, data);
  }
  return found;
}

/** Fixed parameters would replace those that links give, so that nothing new was ever read, changed or deleted. */
function withFreeParameters(config: string): string {
  const dictionaries: string[] = [];
  const free = config.replaceAll(/^"path\.(\w+)" = (".*")$/gm, (_match, name: string, value) => {
    dictionaries.push(`[dictionaries.${name}]\nvalues = [${value}]\n`);
    return `"path.${name}" = { dictionary = "${name}", probability = 1 }`;
  });
  return `${free}\n${dictionaries.join('')}`;
}

const environment = ({ origin, sessionToken }: EcosystemServer, ids: Record<string, string>) => ({
  ...process.env,
  ...ids,
  ORIGIN: origin,
  SESSION_TOKEN: sessionToken,
  IDS: 'ids.json',
  THEIR_IDS: 'their-ids.json',
});

async function spawnWithLog(
  command: string,
  args: readonly string[],
  { folder, log, env }: { folder: string; log: string; env: NodeJS.ProcessEnv },
): Promise<number | null> {
  const child = spawn(command, [...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PART_MINUTES_MAX * 60_000,
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  const [, code] = await Promise.all([pipeline(child.stdout, createWriteStream(log)), promise]);
  return code;
}
