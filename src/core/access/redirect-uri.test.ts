import { describe, expect, it } from 'vitest';
import { redirectUriProblem } from './redirect-uri.ts';

describe('a redirect URI', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example/callback?tenant=1',
    'https://app.example',
    'https://app.example:8443/',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:4000/callback',
  ])('may be %s', (uri) => {
    expect(redirectUriProblem(uri)).toBeUndefined();
  });

  it.each([
    ['https://*.example/callback', 'wildcards'],
    ['https://app.example/*', 'wildcards'],
    ['https://app.example/callback#here', 'fragment'],
    ['https://app.example/callback#', 'fragment'],
    ['https://user@app.example/callback', 'user name'],
    ['https://user:secret@app.example/callback', 'user name'],
    ['https://@app.example/callback', 'user name'],
    ['http://app.example/callback', 'Must be https'],
    ['http://localhost.example/callback', 'Must be https'],
    ['http://127.0.0.1.example/callback', 'Must be https'],
    ['com.example.app:/callback', 'Must be an https URL'],
    ['javascript:alert(1)', 'Must be an https URL'],
    ['data:text/html,hello', 'Must be an https URL'],
    ['/callback', 'absolute URL'],
    ['https://', 'absolute URL'],
    ['https://app.example/a b', 'spaces'],
    ['https://app.example\\@evil.example/', 'backslashes'],
    ['https://app.example/\n', 'spaces'],
    ['https:/app.example/callback', 'Must be written as https://app.example/callback'],
    ['HTTPS://APP.example/callback', 'Must be written as https://app.example/callback'],
    ['https://app.example/x/../callback', 'Must be written as https://app.example/callback'],
    ['https://bücher.example/', 'Must be written as https://xn--bcher-kva.example/'],
  ])("can't be %s", (uri, problem) => {
    expect(redirectUriProblem(uri)).toContain(problem);
  });
});
