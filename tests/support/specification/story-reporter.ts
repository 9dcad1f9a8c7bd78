import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { forgetRanTests, inRepository, type RanTest, writeRanTests } from './ran-tests.ts';

/** Keeps which browser stories passed. */
// biome-ignore lint/style/noDefaultExport: Playwright imports reporters by their default export
export default class RanStories implements Reporter {
  readonly #passed: RanTest[] = [];

  onBegin(): void {
    forgetRanTests('stories');
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status !== 'passed') return;
    // Tags such as `@server` may stand in titles.
    const title = test.title.replaceAll(/ ?@[a-z-]+/g, '').trim();
    this.#passed.push({ file: inRepository(test.location.file), title });
  }

  onEnd(): void {
    writeRanTests('stories', this.#passed);
  }

  printsToStdio(): boolean {
    return false;
  }
}
