import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { msw } from 'msw/vite';
import { build } from 'vite';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { serveBaseline } from './baselines/static.ts';
import { sizeOf } from './size.ts';
import { median, round } from './statistics.ts';
import { openWorkbench } from './workbench.ts';

const root = join(import.meta.dirname, '../..');
const rounds = sizeOf('BENCH_ROUNDS', 5, 1);

interface Site {
  name: string;
  url: string;
  row: string;
  /** Signs the visitor in. */
  prepare?: (page: Page) => Promise<void>;
}
interface Visit {
  scriptKb: number;
  styleKb: number;
  /** Requests that started before the list was visible. */
  requests: number;
  allRequests: number;
  listMs: number;
  heapMb: number;
  layoutShift: number;
  blockedMs: number;
}

/** The first screen: bytes, requests and the time until the list is visible. */
export async function benchFirstScreen(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'taskloom-bench-list-'));
  const bench = await openWorkbench(0);
  const browser = await chromium.launch({
    args: chromiumArguments,
    executablePath: findChromium() ?? '',
  });
  const closers: (() => unknown)[] = [() => browser.close(), () => bench.close()];
  try {
    const project = `/org/${bench.orgId}/project/${bench.projectId}`;
    for (let i = 0; i < 25; i += 1)
      await bench.call('POST', `${project}/task`, { name: `Task ${i}` });
    await bench.call('PATCH', '/user', { is_onboarding: false });
    const bare = await serveBaseline(await buildBaseline(join(folder, 'bare'), 'production'));
    const bareMock = await serveBaseline(await buildBaseline(join(folder, 'mock'), 'mock'));
    // Served like the baseline: compressed, from memory.
    const mocks = await serveBaseline(join(root, 'dist/mock'));
    for (const { server } of [bare, bareMock, mocks]) closers.push(() => server.close());
    const bareRow = '[data-bench-row]';
    const row = '[role="row"] a, tbody tr a';
    const sites: Site[] = [
      { name: 'bare', url: `${bare.origin}/`, row: bareRow },
      {
        name: 'taskloom',
        url: `${bench.origin}/projects/${bench.projectId}/tasks`,
        row,
        prepare: async (page) => {
          await signIn(page, bench.origin, bench.account);
          // A returning visitor: the console remembers their project.
          await page.goto(`${bench.origin}/projects/${bench.projectId}/tasks`);
          await page.locator(row).first().waitFor();
        },
      },
      { name: 'bare on mocks', url: `${bareMock.origin}/`, row: bareRow },
      { name: 'taskloom on mocks', url: `${mocks.origin}/`, row },
    ];
    return {
      unthrottled: await measure(browser, sites, false),
      throttled: await measure(browser, sites, true),
    };
  } finally {
    for (const close of closers.reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildBaseline(outDir: string, mode: string): Promise<string> {
  await build({
    root: join(root, 'tests/bench/baselines/list'),
    configFile: false,
    mode,
    logLevel: 'error',
    plugins: mode === 'mock' ? [msw({ mode: 'worker-only' })] : [],
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

async function signIn(page: Page, origin: string, account: { email: string; password: string }) {
  await page.goto(`${origin}/auth/login`);
  await page.getByLabel(/e-?mail/i).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
}

async function measure(browser: Browser, sites: Site[], throttled: boolean): Promise<object> {
  const visits = new Map<string, Visit[]>();
  for (let i = 0; i < rounds; i += 1) {
    for (const site of sites) {
      const visit = await visitSite(browser, site, throttled);
      visits.set(site.name, [...(visits.get(site.name) ?? []), visit]);
    }
  }
  const middle = (all: Visit[]) => {
    const keys = Object.keys(all[0] ?? {}) as (keyof Visit)[];
    return Object.fromEntries(keys.map((key) => [key, round(median(all.map((v) => v[key])), 1)]));
  };
  return Object.fromEntries([...visits].map(([name, all]) => [name, middle(all)]));
}

/** A visit with an empty cache, by a signed-in person. */
async function visitSite(browser: Browser, site: Site, throttled: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await site.prepare?.(page);
  await page.goto('about:blank');
  const session = await context.newCDPSession(page);
  const bytes = await watchNetwork(session, throttled);
  await page.addInitScript(observe, site.row);
  const start = performance.now();
  await page.goto(site.url, { waitUntil: 'commit' });
  await page.locator(site.row).first().waitFor();
  const listMs = performance.now() - start;
  await page.waitForTimeout(throttled ? 1500 : 500);
  const seen = await page.evaluate(readSeen);
  await session.send('HeapProfiler.collectGarbage');
  const heap = await session.send('Runtime.getHeapUsage');
  await context.close();
  return {
    scriptKb: bytes.Script / 1000,
    styleKb: bytes.Stylesheet / 1000,
    requests: seen.requests,
    allRequests: bytes.requests,
    listMs,
    heapMb: heap.usedSize / 1e6,
    layoutShift: seen.shift,
    blockedMs: seen.blocked,
  };
}

async function watchNetwork(session: CDPSession, throttled: boolean) {
  const bytes = { Script: 0, Stylesheet: 0, requests: 0 };
  const types = new Map<string, string>();
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  session.on('Network.responseReceived', (event) => types.set(event.requestId, event.type));
  session.on('Network.loadingFinished', (event) => {
    bytes.requests += 1;
    const type = types.get(event.requestId);
    if (type === 'Script' || type === 'Stylesheet') bytes[type] += event.encodedDataLength;
  });
  if (throttled) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // Chromium's "Fast 4G".
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 165,
      downloadThroughput: (9_000_000 * 0.9) / 8,
      uploadThroughput: (1_500_000 * 0.9) / 8,
    });
  }
  return bytes;
}

interface Seen {
  shift: number;
  blocked: number;
  /** When the first row appeared. */
  rowAt?: number;
}

/** Runs in the page. What `observe` has recorded, and how many requests started before the first row appeared. */
function readSeen() {
  const { shift, blocked, rowAt = 0 } = (window as unknown as { seen: Seen }).seen;
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return { shift, blocked, requests: entries.filter((one) => one.startTime < rowAt).length };
}

/** Runs in the page. Adds up layout shifts, and the time over 50 ms of each long task. */
function observe(row: string) {
  const seen: Seen = { shift: 0, blocked: 0 };
  (window as unknown as { seen: Seen }).seen = seen;
  new MutationObserver(() => {
    if (document.querySelector(row)) seen.rowAt ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocked += Math.max(0, entry.duration - 50);
  }).observe({ type: 'longtask', buffered: true });
}
