import { expect, it } from 'vitest';
import { readStop, writeStop } from './stop-text.ts';

it('stop texts are edited one per line, with line breaks written as \\n', () => {
  const stop = ['\n\n', 'END', 'a\\b', '\t', ' '].slice(0, 4);
  expect(writeStop(stop)).toBe('\\n\\n\nEND\na\\\\b\n\\t');
  expect(readStop(writeStop(stop))).toEqual(stop);
  expect(readStop('a\n\na\nb')).toEqual(['a', 'b']);
  expect(readStop('')).toEqual([]);
});

it('too many or too long ones are refused', () => {
  expect(readStop('a\nb\nc\nd\ne')).toBeNull();
  expect(readStop('a'.repeat(101))).toBeNull();
});
