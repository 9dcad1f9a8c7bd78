import { defineConfig } from 'vitest/config';

/**
 * Two kinds of unit tests: what runs in a browser gets a DOM, all else plain node. The files of a kind share what is
 * loaded, which more than halves the time: a test that wants another function in a module spies on it (`vi.spyOn`).
 */
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
          testTimeout: 60_000,
          // On a machine that is shared all takes many times as long.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['src/console/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost:3000' } },
          setupFiles: ['tests/support/console-setup.ts'],
          css: false,
          isolate: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
