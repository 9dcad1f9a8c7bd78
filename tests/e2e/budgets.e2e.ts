import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { groups } from '../../chunks.config.ts';
import { newTask, promptField, savedDraft, signUpQuickly, test } from '../support/stories.ts';

/**
 * Maximum code size of pages in kilobytes, and how many requests they may take until they are usable. Sizes are those
 * of the build output, so they don't depend on the machine. Load times are measured by `npm run bench`.
 */
const FIRST_SCREEN = { script: 175, style: 22, requests: 12 };
// What pages share comes in a dozen files, which are prefetched when a link is pointed at.
const EDITOR = { script: 230, requests: 18 };
const OTHERS = 90;
/** What a website loads for the widget, before a visitor opens it. */
const WIDGET = 25;

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

const folder = join(import.meta.dirname, '../../dist/console');
const manifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));

/** The manifest's keys of the chunks with these names. */
function keysOf(chunks: Record<string, Chunk>, ...names: string[]): string[] {
  return Object.keys(chunks).filter((key) => names.includes(chunks[key]?.name ?? ''));
}

/** The files that these chunks need before they run, except those already loaded. */
function filesOf(chunks: Record<string, Chunk>, keys: string[], known = new Set<string>()) {
  const found = new Set<string>();
  const follow = (key: string) => {
    const { file, imports = [], css = [] } = chunks[key] ?? {};
    if (file === undefined || known.has(file) || found.has(file)) return;
    for (const one of [file, ...css]) found.add(one);
    imports.forEach(follow);
  };
  keys.forEach(follow);
  return found;
}

function kilobytes(files: Iterable<string>, extension: string, compression: 'br' | 'gz'): number {
  const sizes = [...files]
    .filter((file) => file.endsWith(extension))
    .map((file) => statSync(join(folder, `${file}.${compression}`)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

test('every page stays within its size budget @server', () => {
  const chunks = manifest();
  const first = filesOf(chunks, keysOf(chunks, 'first-screen'));
  expect(kilobytes(first, '.js', 'br'), 'first screen').toBeLessThan(FIRST_SCREEN.script);
  expect(kilobytes(first, '.css', 'br'), 'first screen').toBeLessThan(FIRST_SCREEN.style);

  const editor = filesOf(chunks, keysOf(chunks, 'editor', 'code'), first);
  expect(editor.size).toBeGreaterThan(0);
  expect.soft(kilobytes(editor, '.js', 'gz'), 'editor').toBeLessThan(EDITOR.script);

  // The editor has a budget of its own.
  const keys = Object.keys(chunks);
  const pages = keys.filter((key) => /^features\/.*-page\.tsx$/.test(key));
  expect(pages.length).toBeGreaterThan(8);
  const tabs = keys.filter((key) => /^features\/(collection|datasource)\/.*-tab\.tsx$/.test(key));
  expect(tabs.length).toBe(5);
  const each = [...pages, ...keysOf(chunks, 'auth')].map((key) => [key]);
  // A tab needs its page too.
  const withPage = tabs.map((key) => [key, 'app/collection-page.tsx']);
  for (const needed of [...each, ...withPage]) {
    const more = filesOf(chunks, needed, first);
    expect(more.size, needed[0]).toBeGreaterThan(0);
    expect.soft(kilobytes(more, '.js', 'gz'), needed[0]).toBeLessThan(OTHERS);
  }
});

test('every group of modules is a chunk @server', () => {
  const chunks = manifest();
  const missing = groups.filter(({ name }) => keysOf(chunks, name).length === 0);
  expect(missing).toEqual([]);
});

test('no chunk imports itself through others @server', () => {
  const chunks = manifest();
  for (const [key, { file, imports = [] }] of Object.entries(chunks)) {
    expect(filesOf(chunks, imports).has(file), key).toBe(false);
  }
});

test('the task list and the editor take few requests @server', async ({ page, browser }, info) => {
  await signUpQuickly(page, info);
  await newTask(page, 'Greeting');
  await expect(savedDraft(page)).toBeVisible();
  const list = page.url().replace(/\/tasks\/.*/, '/tasks');
  const storageState = await page.context().storageState();

  const context = await browser.newContext({ storageState });
  const visit = await context.newPage();
  const [taskRow, promptEditor] = ['[role=row] a', '.cm-content'];
  await visit.addInitScript(watch, [taskRow, promptEditor]);
  await visit.goto(list);
  const row = visit.getByRole('link', { name: 'Greeting' });
  await expect(row).toBeVisible();
  const first = await requestsUntil(visit, taskRow);
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(FIRST_SCREEN.requests);

  await visit.waitForLoadState('networkidle');
  const before = await requestsUntil(visit);
  await row.click();
  await expect(promptField(visit, 'User prompt')).toBeVisible();
  const all = await requestsUntil(visit, promptEditor);
  const editor = all.slice(before.length);
  expect(editor.length, editor.join('\n')).toBeLessThanOrEqual(EDITOR.requests);
  await context.close();
});

declare global {
  interface Window {
    /** When an element first matched each selector. */
    seenAt: Record<string, number>;
  }
}

/** Runs in the page. Files that load when the browser is idle don't count, so idle callbacks never run. */
function watch(selectors: string[]): void {
  window.seenAt = {};
  window.requestIdleCallback = () => 0;
  new MutationObserver(() => {
    for (const selector of selectors) {
      if (document.querySelector(selector)) window.seenAt[selector] ??= performance.now();
    }
  }).observe(document, { childList: true, subtree: true });
}

/** The requests that started before an element appeared, in order; without a selector, all so far. */
function requestsUntil(page: Page, selector?: string): Promise<string[]> {
  return page.evaluate((each) => {
    const end = window.seenAt[each ?? ''] ?? Number.POSITIVE_INFINITY;
    return (
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((entry) => entry.startTime < end)
        // Files from the cache aren't requests.
        .filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
        .map((entry) => entry.name)
    );
  }, selector);
}

test('the widget stays within its size budget @server', () => {
  expect(kilobytes(['widget.js'], '.js', 'gz')).toBeLessThan(WIDGET);
});
