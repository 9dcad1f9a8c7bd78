#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The `taskloom-contract` command: the project brings the Node that it runs on, which may not be this one.
const own = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url));
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const node = existsSync(own) ? own : process.execPath;
spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' }).on('exit', (code) => {
  process.exitCode = code ?? 2;
});
