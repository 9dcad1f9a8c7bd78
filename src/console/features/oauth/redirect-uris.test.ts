import { describe, expect, it } from 'vitest';
import { redirectUrisProblem } from './redirect-uris.ts';

describe('redirect URIs in a form', () => {
  it.each([
    ['', 'An OAuth client needs at least one redirect URI'],
    [' \n ', 'An OAuth client needs at least one redirect URI'],
    ['http://app.example/', 'Must be https, unless the host is localhost, 127.0.0.1 or [::1]'],
    ['https://a.example/\n\nhttps://*.example/', "Line 2: Can't contain wildcards: list each URI"],
    ['https://a.example/\nhttps://a.example/', 'Line 2 repeats an earlier one'],
    ['https://a.example/\n http://localhost:3000/ ', null],
  ])('%j: %s', (text, problem) => {
    expect(redirectUrisProblem(text)).toBe(problem);
  });
});
