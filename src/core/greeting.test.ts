import { expect, it } from 'vitest';
import { greeting } from './greeting.ts';

it.each([
  ['Ada Lovelace', 'Hello Ada Lovelace,'],
  ["Renée O'Neill-Şahin", "Hello Renée O'Neill-Şahin,"],
  ['J. R. Smith Jr.', 'Hello J. R. Smith Jr.,'],
  ['山田 太郎', 'Hello 山田 太郎,'],
  ['  Ada\r\n\r\nYour\tprize\u202E\u200B ', 'Hello Ada Your prize,'],
  ['<b>Ada</b>', 'Hello,'],
  ['Win at evil.com', 'Hello,'],
  ['https://evil.example/login', 'Hello,'],
  ['www.evil', 'Hello,'],
  ['write to me@example', 'Hello,'],
  ['Your account will be deleted unless you call us immediately today', 'Hello,'],
  ['\u0007', 'Hello,'],
])('greets %j with %j', (name, expected) => {
  expect(greeting(name)).toBe(expected);
});
