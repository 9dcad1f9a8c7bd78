import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `npm start`: builds the console if it is missing or older than its sources, then starts the server. */
const root = join(import.meta.dirname, '../..');

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return;
  console.error(`Build failed: node ${args.join(' ')}`);
  process.exit(1);
}

/** Modification time of the newest file under some paths, in milliseconds; 0 if there is none. */
function newest(...paths: string[]): number {
  const times = paths
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => {
      if (!statSync(path).isDirectory()) return [statSync(path).mtimeMs];
      const entries = readdirSync(path, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
    });
  return Math.max(0, ...times);
}

const built = newest('dist/console/index.html');
const sources = ['src/console', 'src/core', 'generated/api', 'generated/model', 'vite.config.ts'];
if (built === 0 || newest(...sources) > built) {
  console.log(
    'Building the console. This takes a moment and is only repeated when its sources change.',
  );
  run('node_modules/vite/bin/vite.js', 'build');
  run('src/server/db/build-template.ts');
}
await import('./main.ts');
