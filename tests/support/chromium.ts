import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * A Chromium for the browser tests: the one that CHROMIUM names, the system's, or Playwright's own.
 * `node tests/support/chromium.ts --install` tries to install one when there is none.
 */
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium, or undefined when there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM, ...systemPaths, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

/** Arguments that keep a test's browser to this machine, and let it run as root in a container. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

function install(): void {
  if (findChromium()) return;
  const attempts = [
    ...(existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
      ? ['apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium']
      : []),
    'npx --no-install playwright install chromium',
  ];
  for (const command of attempts) {
    console.log(`No Chromium found; trying: ${command}`);
    spawnSync(command, { shell: true, stdio: 'inherit' });
    if (findChromium()) return;
  }
  console.error(
    'The browser tests need Chromium or Chrome and none could be installed.\n' +
      'Install one (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
  process.exitCode = 1;
}

if (process.argv.includes('--install')) install();
