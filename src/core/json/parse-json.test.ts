import { describe, expect, it } from 'vitest';
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../limits.ts';
import { JsonRefused, parseJson, tryJson } from './parse-json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const list = (values: number) => `[${'0,'.repeat(values - 2)}0]`;

describe('parseJson', () => {
  it('parses what JSON.parse does', () => {
    const value = { a: [1, -2.5e3, 'x"y\\', '[[{,', true, null], 'b"': { '': '\u2028' } };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
    expect(parseJson(' "\\\\" ')).toBe('\\');
    expect(parseJson(nested(JSON_DEPTH_MAX))).toBeInstanceOf(Array);
    expect(parseJson(list(JSON_VALUES_MAX))).toHaveLength(JSON_VALUES_MAX - 1);
    expect(parseJson('{"constructor": "x", "prototype": 1, "say": "__proto__"}')).toMatchObject({
      prototype: 1,
    });
  });

  it.each(['', '{', '"', '"\\"', 'nul', '[1,]', '{"a":1}}', '\uFEFF1'])('rejects %j', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(() => parseJson(text)).not.toThrow(JsonRefused);
    expect(tryJson(text)).toBeUndefined();
  });

  it.each([
    ['deep lists', nested(JSON_DEPTH_MAX + 1), 'Must be at most 100 levels deep'],
    ['deep objects', '{"a":'.repeat(100_000), 'Must be at most 100 levels deep'],
    ['many values', list(JSON_VALUES_MAX + 1), 'Must have at most 100,000 values'],
    ['many empty ones', `[${'{},'.repeat(60_000)}0]`, 'Must have at most 100,000 values'],
    ['many names', `{${'"a":0,'.repeat(50_000)}"a":0}`, 'Must have at most 50,000 fields'],
    ['long texts', `"${'x'.repeat(16_000_000)}"`, 'Must have at most 16,000,000 characters'],
    ['a prototype', '[{"a": {"__proto__": 1}}]', 'Must not have a field named __proto__'],
    ['one in disguise', '{"\\u005f_proto__": 1}', 'Must not have a field named __proto__'],
    ['another', '{"constructor": {"prototype": 1}}', /named constructor.prototype$/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => parseJson(text)).toThrow(JsonRefused);
    expect(() => parseJson(text)).toThrow(message);
  });

  it('says where a refused name is', () => {
    const pointerIn = (text: string) => {
      try {
        parseJson(text);
      } catch (error) {
        return (error as JsonRefused).pointer;
      }
    };
    expect(pointerIn('{"inputs": [{"a/b": {"__proto__": 1}}]}')).toBe('/inputs/0/a~1b/__proto__');
    expect(pointerIn('{"constructor": {"prototype": 1}}')).toBe('/constructor/prototype');
    expect(pointerIn(nested(JSON_DEPTH_MAX + 1))).toBe('');
  });

  it('takes time in proportion to the length of the text', () => {
    const quotes = `["${'\\\\'.repeat(1_000_000)}", "${'\\"'.repeat(1_000_000)}"]`;
    const start = process.cpuUsage().user;
    expect(parseJson(quotes)).toHaveLength(2);
    expect(tryJson('"\\"'.repeat(1_000_000))).toBeUndefined();
    expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
  });
});
