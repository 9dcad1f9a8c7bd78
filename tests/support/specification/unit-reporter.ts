import type { Reporter, TestModule } from 'vitest/node';
import { forgetRanTests, inRepository, type RanTest, writeRanTests } from './ran-tests.ts';

/** Keeps which unit tests passed. */
export class RanUnitTests implements Reporter {
  onTestRunStart(): void {
    forgetRanTests('unit');
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const passed: RanTest[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests('passed'))
        passed.push({ file: inRepository(module.moduleId), title: test.name });
    }
    writeRanTests('unit', passed);
  }
}
