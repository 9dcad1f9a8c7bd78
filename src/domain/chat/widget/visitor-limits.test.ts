import { expect, it } from 'vitest';
import { ProblemError } from '../../problem.ts';
import { createVisitorLimits } from './visitor-limits.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function setUp() {
  let time = 0;
  const limits = createVisitorLimits(() => time);
  const refused = (action: () => unknown): number | undefined => {
    try {
      action();
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error;
      return Number(error.headers['retry-after']);
    }
  };
  return {
    limits,
    refused,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

it('allows a network a number of new visitors per day and widget', () => {
  const { limits, refused, pass } = setUp();
  for (let i = 0; i < 100; i += 1) limits.visitor('w', '192.0.2.1');
  expect(refused(() => limits.visitor('w', '192.0.2.1'))).toBe(DAY / 1000);
  limits.visitor('w', '192.0.2.2');
  limits.visitor('other', '192.0.2.1');
  pass(DAY);
  limits.visitor('w', '192.0.2.1');
});

it('allows a widget a number of new visitors per minute, wherever they are', () => {
  const { limits, refused, pass } = setUp();
  expect(limits.visitor('w', '192.0.2.0')).toBe(true);
  for (let i = 1; i < 120; i += 1) expect(limits.visitor('w', `192.0.2.${i}`)).toBe(false);
  expect(refused(() => limits.visitor('w', '198.51.100.1'))).toBe(60);
  pass(MINUTE);
  expect(limits.visitor('w', '198.51.100.1')).toBe(true);
});

it('allows a network twenty times as many messages as one visitor', () => {
  const { limits, refused } = setUp();
  for (let i = 0; i < 60; i += 1) limits.message('w', '192.0.2.1', 3);
  expect(refused(() => limits.message('w', '192.0.2.1', 3))).toBe(DAY / 1000);
  limits.message('w', '192.0.2.2', 3);
});
