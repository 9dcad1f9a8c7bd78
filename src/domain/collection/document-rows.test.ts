import { describe, expect, it } from 'vitest';
import { fileName } from './document-rows.ts';

describe('the name of an uploaded file', () => {
  it.each([
    ['Travel policy.pdf', 'Travel policy.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ada\\notes.txt', 'notes.txt'],
    ['..', '..'],
    ['folder/', 'Untitled'],
    ['', 'Untitled'],
    ['a\0b\r\nSet-Cookie: x', 'abSet-Cookie: x'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['<img src=x onerror=alert(1)>.md', '<img src=x onerror=alert(1)>.md'],
    ['日本語.pdf', '日本語.pdf'],
    ['\uD800.txt', '\uFFFD.txt'],
    ['x'.repeat(1000), 'x'.repeat(255)],
  ])('%j is stored as %j', (given, stored) => {
    expect(fileName(given)).toBe(stored);
  });
});
