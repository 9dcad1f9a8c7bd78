import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { sizeOf } from './size.ts';
import { median, percentile, round } from './statistics.ts';

const root = join(import.meta.dirname, '../..');
const rounds = sizeOf('BENCH_ROUNDS', 5, 1);
/** Chats of the mocks' scenario `large`. */
const CHATS = { '5,000 messages': 'A year of questions', 'few messages': 'Damaged on arrival' };
const SCROLLED_MS = sizeOf('BENCH_SCROLLED_MS', 4000, 1500);
/** A frame that took longer was dropped. */
const DROPPED_MS = 34;

/** How fast a long chat opens and scrolls in the built console, beside a short chat and an idle page. */
export async function benchChat(): Promise<object> {
  const site = await preview({
    configFile: join(root, 'vite.config.ts'),
    mode: 'mock',
    build: { outDir: join(root, 'dist/mock') },
    preview: { port: 0, strictPort: false },
  });
  const [origin = ''] = site.resolvedUrls?.local ?? [];
  const browser = await chromium.launch({
    args: chromiumArguments,
    executablePath: findChromium() ?? '',
  });
  try {
    const opened: Record<string, number[]> = {};
    const scrolled: Record<string, number[]> = {};
    for (let i = 0; i < rounds; i += 1) await visit(browser, origin, opened, scrolled);
    const opening = Object.entries(opened).map(([name, times]) => [
      name,
      { 'median ms': round(median(times), 0), 'slowest ms': round(percentile(times, 1), 0) },
    ]);
    const scrolling = Object.entries(scrolled).map(([name, frames]) => [name, figuresOf(frames)]);
    return { opening: Object.fromEntries(opening), scrolling: Object.fromEntries(scrolling) };
  } finally {
    await browser.close();
    await site.close();
  }
}

async function visit(
  browser: Browser,
  origin: string,
  opened: Record<string, number[]>,
  scrolled: Record<string, number[]>,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}?mock-scenario=large&mock-panel=false`);
  await page.getByRole('link', { name: 'Chats', exact: true }).click();
  // Whatever loads once isn't part of opening a chat.
  await open(page, 'Names for the new lamp');
  for (const [name, title] of Object.entries(CHATS))
    opened[name] = [...(opened[name] ?? []), await open(page, title)];
  await open(page, CHATS['5,000 messages']);
  const still = await page.evaluate(watchFrames, { ms: SCROLLED_MS, step: 0 });
  const moving = await page.evaluate(watchFrames, { ms: SCROLLED_MS, step: 60 });
  const shown = await page.getByRole('list', { name: 'Messages' }).innerText();
  if (shown.includes('Question 2500:')) throw new Error('The chat did not scroll');
  scrolled['an idle page'] = [...(scrolled['an idle page'] ?? []), ...still];
  scrolled['5,000 messages'] = [...(scrolled['5,000 messages'] ?? []), ...moving];
  await page.close();
}

/** Milliseconds from the click on a chat until its newest messages are shown. */
async function open(page: Page, title: string): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: title });
  await link.waitFor();
  await page.mouse.move(0, 0);
  return link.evaluate(openAndWait, title);
}

/** Runs in the page. Clicks on a chat, and waits until its messages have been painted. */
function openAndWait(link: Element, title: string): Promise<number> {
  const startedAt = performance.now();
  (link as HTMLElement).click();
  return new Promise((resolve) => {
    const look = () => {
      const isOpen = document.querySelector('h1')?.textContent === title;
      const messages = document.querySelectorAll('[aria-label="Messages"] > li');
      if (isOpen && messages.length > 1) setTimeout(() => resolve(performance.now() - startedAt));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Runs in the page. The time of each frame while the messages scroll up by some pixels per frame. */
function watchFrames({ ms, step }: { ms: number; step: number }): Promise<number[]> {
  const list = document.querySelector('[aria-label="Messages"]');
  const scroller = list?.parentElement?.parentElement;
  const frames: number[] = [];
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let last = startedAt;
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      if (step > 0 && scroller) scroller.scrollTop -= step;
      if (now - startedAt < ms) requestAnimationFrame(frame);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(frame);
  });
}

function figuresOf(frames: number[]) {
  return {
    frames: frames.length,
    'p99 ms': round(percentile(frames, 0.99), 1),
    'longest ms': round(percentile(frames, 1), 1),
    'dropped %': round((frames.filter((ms) => ms > DROPPED_MS).length / frames.length) * 100, 2),
  };
}
