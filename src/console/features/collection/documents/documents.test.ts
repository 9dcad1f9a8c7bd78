import { describe, expect, it } from 'vitest';
import { pollDelay } from '#console/api/query/poll.ts';
import { remainingText } from '../upload/upload-tray.tsx';
import { percentOf, stepProgress } from './progress.ts';
import { readUrls } from './urls-dialog.tsx';

const progress = {
  percent: 40,
  started_at: null,
  deadline_at: null,
  queue_position: null,
  waiting_for: null,
  attempt: 1,
};

describe('the steps of a document', () => {
  it('count completed steps, and the current one by its percentage', () => {
    const embedding = stepProgress({ state: 'embedding', progress });
    expect(embedding).toEqual({ step: 3, shares: [1, 1, 1, 0.4, 0] });
    expect(embedding && percentOf(embedding)).toBe(85);
  });

  it('begin after the upload', () => {
    const waiting = stepProgress({ state: 'waiting', progress: { ...progress, percent: 0 } });
    expect(waiting && percentOf(waiting)).toBe(25);
  });

  it('are not shown for a settled document', () => {
    expect(stepProgress({ state: 'ready', progress: null })).toBeNull();
    expect(stepProgress({ state: 'failed', progress: null })).toBeNull();
  });
});

it('extracts URLs from any list, without duplicates', () => {
  expect(readUrls(' https://a.test/x,\n<https://b.test> example.com/y https://a.test/x ')).toEqual([
    'https://a.test/x',
    'https://b.test',
    'https://example.com/y',
  ]);
  expect(readUrls(' \n ')).toEqual([]);
});

it('polls often at first, then less often, and stops once settled', () => {
  expect(pollDelay(null, 0)).toBe(false);
  expect(pollDelay(0, 5000)).toBe(1000);
  expect(pollDelay(0, 60_000)).toBe(3000);
  expect(pollDelay(0, 600_000)).toBe(8000);
  expect(pollDelay(0, 5000, 4)).toBe(4000);
});

it('formats a rough remaining time', () => {
  expect(remainingText(20_000)).toBe('less than a minute');
  expect(remainingText(170_000)).toBe('about 3 min');
  expect(remainingText(3 * 3_600_000)).toBe('about 3 h');
});
