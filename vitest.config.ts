import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { RanUnitTests } from './tests/support/specification/unit-reporter.ts';

/**
 * Files that take long, whatever their size. They start first, so that no worker waits for the other one at the end:
 * without results of an earlier run, Vitest goes by size.
 */
const LONG = [
  'tests/contract/task-clients',
  'src/contract/usage/usage',
  'tests/durability/kill',
  'tests/durability/import',
  'tests/attacks/exports',
  'tests/attacks/shares',
  'tests/attacks/transactions',
  'tests/attacks/collections',
  'tests/durability/nodes',
  'tests/durability/chat-nodes',
  'tests/durability/money-nodes',
  'tests/durability/sync',
  'tests/durability/ingest',
  'src/contract/conform',
  'src/contract/diff/testing/corpus/schemas',
  'tests/contract/mock-responses',
  'tests/contract/mocks-conform',
  'tests/contract/mocks',
  'tests/contract/server',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== 'node') return 0;
      return LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`)) ? 1 : 2;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Tests of how long requests hold the event loop. */
const MEASURING = ['tests/contract/{hostile,expensive}.test.ts'];

const NODE = {
  environment: 'node',
  globalSetup: ['src/server/db/testing-setup.ts', 'tests/support/postgres-setup.ts'],
  // Node runs the sources directly, as in production: Vite would take longer to transform them, and the transformed
  // code runs more slowly. This is why tests here can't use `import.meta.glob`.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: 60_000,
  // On a shared machine, everything takes many times longer.
  hookTimeout: 60_000,
};

/**
 * Two kinds of unit tests: browser code gets a DOM, everything else runs in plain Node. Files of the same kind share
 * loaded modules, which more than halves the time. To mock a function of a module, spy on it (`vi.spyOn`). Tests that
 * measure get a process of their own: collecting the garbage of all others takes a quarter of a second.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', new RanUnitTests()],
    sequence: { sequencer: LongestFirst },
    // A shared CI machine may stall for seconds. A test that fails twice is broken.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        test: {
          ...NODE,
          name: 'node',
          include: [
            'src/!(console|widget)/**/*.test.ts',
            'tests/{unit,contract,durability,attacks,quality}/**/*.test.ts',
          ],
          exclude: MEASURING,
          isolate: false,
        },
      },
      { test: { ...NODE, name: 'measuring', include: MEASURING } },
      {
        test: {
          name: 'console',
          include: ['src/{console,widget}/**/*.test.{ts,tsx}'],
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
