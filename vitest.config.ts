import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Tests that replace modules (`vi.mock`) need modules of their own; all others share what is loaded, which halves the time. */
const isolated = '**/*.isolated.test.{ts,tsx}';

const consoleTests: TestProjectInlineConfiguration['test'] = {
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: 'http://localhost:3000' } },
  setupFiles: ['tests/support/console-setup.ts'],
  css: false,
  testTimeout: 20_000,
};

/** Two kinds of unit tests: what runs in a browser gets a DOM, all else plain node. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A shared CI machine may stall for seconds; a test that fails twice is broken.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'src/{core,contract,mocks,server}/**/*.test.ts',
            'tests/{unit,contract,durability}/**/*.test.ts',
          ],
          environment: 'node',
          globalSetup: ['src/server/db/testing-setup.ts'],
          isolate: false,
          testTimeout: 20_000,
          // Opening a database takes seconds when several test files do it at once.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...consoleTests,
          name: 'console',
          include: ['src/console/**/*.test.{ts,tsx}'],
          exclude: [isolated],
          isolate: false,
        },
      },
      {
        test: { ...consoleTests, name: 'console-isolated', include: [`src/console/${isolated}`] },
      },
    ],
  },
});
