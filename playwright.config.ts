import { parseArgs } from 'node:util';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/chromium.ts';
import { STORY_PORT } from './tests/support/control.ts';

const serverPort = STORY_PORT;
const mockPort = STORY_PORT + 73;
const executablePath = findChromium();

const webServers = [
  {
    name: 'server',
    command: 'node tests/support/e2e-server.ts',
    env: { PORT: String(serverPort) },
    url: `http://localhost:${serverPort}/readyz`,
    reuseExistingServer: !process.env.CI,
  },
  {
    name: 'mock',
    command: `vite preview --mode mock --outDir ../../dist/mock --port ${mockPort} --strictPort`,
    url: `http://localhost:${mockPort}/`,
    reuseExistingServer: !process.env.CI,
  },
];

/** Whether a project runs: the server of one that doesn't need not be built. */
function isSelected(project: string): boolean {
  const { values } = parseArgs({
    options: { project: { type: 'string', multiple: true } },
    strict: false,
  });
  return values.project?.includes(project) ?? true;
}

/**
 * The stories run on the real server with a local OpenAI-compatible endpoint, and on the mocks. Those tagged `@server`
 * or `@mock` run on one of them: because they make no sense on the other, or because the other would only repeat them,
 * since both run the same console and the same domain, which the contract suite tries on both sides.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A shared CI machine may stall for seconds. A story that fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./tests/support/specification/story-reporter.ts']],
  use: {
    // Tracing slows down every story, so it is on only for retries, or with `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // Waiting for animations would take a while, and half-faded text lacks contrast.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'server',
      grepInvert: /@mock/,
      use: { baseURL: `http://localhost:${serverPort}` },
    },
    {
      name: 'mock',
      grepInvert: /@server/,
      use: { baseURL: `http://localhost:${mockPort}` },
    },
  ],
  webServer: webServers.filter(({ name }) => isSelected(name)),
});
