import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from './command-error.ts';

const run = promisify(execFile);
/** Where each revision of this repository keeps its contract as one file. */
const BUNDLE = 'generated/server/openapi.json';
const MAX_BYTES = 64 * 1024 * 1024;

/** A contract by file name, or as it was at a git revision. @throws CommandError when it cannot be read */
export async function readContract(name: string): Promise<unknown> {
  if (name.startsWith('git:')) return parse(name, await fromGit(name.slice(4)));
  if (/\.ya?ml$/.test(name)) return parse(name, await bundle(name));
  const text = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      `${name} cannot be read (${error.code ?? error.message}). Check the path; a git revision is written git:REF.`,
    );
  });
  return parse(name, text);
}

async function fromGit(spec: string): Promise<string> {
  const [ref = '', path = BUNDLE] = spec.split(/:(.*)/s);
  if (ref.startsWith('-')) throw new CommandError(`${ref} is no git revision.`);
  try {
    const { stdout } = await run('git', ['show', `${ref}:${path}`], { maxBuffer: MAX_BYTES });
    return stdout;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new CommandError(
      `git:${spec} cannot be read: ${stderr?.trim() || 'git is missing'}. In CI, fetch the base branch first.`,
    );
  }
}

/** Several YAML files as one JSON document. */
async function bundle(path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  const output = join(folder, 'bundle.json');
  const redocly = join(import.meta.dirname, '../../../node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  try {
    await run(redocly, ['bundle', path, '-o', output], { env, maxBuffer: MAX_BYTES });
    return await readFile(output, 'utf8');
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new CommandError(`${path} cannot be bundled:\n${stderr?.trim() || message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${name} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}
