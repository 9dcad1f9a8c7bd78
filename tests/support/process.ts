import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A free port. */
export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.on('error', reject);
  probe.listen(0, 'localhost', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

export interface Running {
  child: ChildProcess;
  /** Its output so far, from both streams. */
  output(): string;
  /** Resolves with the exit code once all output has been received. */
  ended: Promise<number | null>;
  /** Sends a signal, waits for the process to exit and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a script of the project with this Node, and records its output. */
export function startScript(
  script: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Running {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return {
    child,
    output: () => printed,
    ended,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null) child.kill(signal);
      return await ended;
    },
  };
}

/** Waits until a URL responds with 200. Throws with the process's output if it exits or takes too long. */
export async function waitUntilUp(
  url: string,
  running: Running,
  timeoutMs = 60_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && running.child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} didn't start:\n${running.output()}`);
}
