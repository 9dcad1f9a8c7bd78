import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium for the browser tests: the one in CHROMIUM, the system's or Playwright's.
 * `node tests/support/chromium.ts --install` tries to install one if there is none.
 */

/** Chromium without its windows: the same pages take a third less time. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const systemPaths = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium; undefined if there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM, ...systemPaths, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

/** Arguments that restrict the browser to this machine and let it run as root in a container. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
const aptGet = (name: string) =>
  `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${name}`;
/** If the package archive doesn't respond, an installed Chromium will do. */
const briefly = (command: string) => `timeout 90 sh -c '${command}'`;

function install(): void {
  // CI's machine is disposable, so the quickest browser may be installed on it.
  if (process.env.CI && !process.env.CHROMIUM && canInstall && !existsSync(headlessShell))
    attempt(briefly(aptGet('chromium-headless-shell')));
  if (findChromium()) return;
  const attempts = [
    ...(canInstall ? [aptGet('chromium')] : []),
    'npx --no-install playwright install chromium',
  ];
  for (const command of attempts) {
    attempt(command);
    if (findChromium()) return;
  }
  console.error(
    'The browser tests need Chromium or Chrome, and it could not be installed.\n' +
      'Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
  process.exitCode = 1;
}

function attempt(command: string): void {
  console.log(`Installing a browser: ${command}`);
  spawnSync(command, { shell: true, stdio: 'inherit' });
}

if (process.argv.includes('--install')) install();
