import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `npm start`: builds what is missing, then serves. */
const root = join(import.meta.dirname, '../..');

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return;
  console.error(`Building failed: node ${args.join(' ')}`);
  process.exit(1);
}

if (!existsSync(join(root, 'dist/console/index.html'))) {
  console.log('Building the console; this happens once.');
  run('node_modules/vite/bin/vite.js', 'build');
  run('src/server/db/build-template.ts');
}
await import('./main.ts');
