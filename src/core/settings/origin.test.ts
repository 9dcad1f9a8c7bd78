import { expect, it } from 'vitest';
import { secureOriginProblem, toOrigin } from './origin.ts';

it.each([
  ['https://shop.example.com', true],
  ['https://shop.example.com:8443', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://shop.example.com', false],
  ['https://shop.example.com/', false],
  ['https://shop.example.com:443', false],
  ['https://*.example.com', false],
  ['https://SHOP.example.com', false],
  ['https://ada@shop.example.com', false],
  ['ftp://shop.example.com', false],
  ['null', false],
  ['*', false],
  ['', false],
])('%s can be allowed: %s', (origin, isAllowed) => {
  expect(secureOriginProblem(origin) === null).toBe(isAllowed);
});

it('is what browsers send of a pasted address', () => {
  expect(toOrigin(' Shop.example.com/cart?x=1 ')).toBe('https://shop.example.com');
  expect(toOrigin('localhost:3000')).toBe('http://localhost:3000');
});
