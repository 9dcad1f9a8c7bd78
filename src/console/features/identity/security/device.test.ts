import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0 Safari/537.36 Edg/156.0`,
    'Edge on Windows',
    false,
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0 Safari/537.36`,
    'Chrome on Linux',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/156.0 Mobile Safari/537.36`,
    'Chrome on Android',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on macOS',
    false,
  ],
  ['curl/8.9.1', 'curl', false],
  ['Mozilla/5.0', 'Unknown device', false],
  ['', 'Unknown device', false],
])('%s', (userAgent, name, mobile) => {
  expect(deviceOf(userAgent)).toEqual({ name, mobile });
});
