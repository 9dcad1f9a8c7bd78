import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a tool of the project in a folder; on failure the error contains its output. */
export function runTool(root: string, tool: string, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  const command = join(root, 'node_modules/.bin', tool);
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
    else reject(new Error(`${args[0]} of ${tool} failed:\n${printed}`));
  });
  return promise;
}
