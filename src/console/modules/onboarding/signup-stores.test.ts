import { beforeEach, expect, it } from 'vitest';
import { signupSource, useSignupEventStore } from './signup-event-store.ts';
import { rememberTemplate, useSignupStore } from './signup-store.ts';

beforeEach(() => {
  useSignupStore.getState().clear();
  useSignupEventStore.getState().clear();
});

it.each([
  ['/templates?template=sql', 'sql', []],
  ['/templates?template=sql&tag=Data&tag=HR', 'sql', ['Data', 'HR']],
  ['/templates?tag=HR', null, ['HR']],
  ['/templates', null, []],
  ['/projects/p/tasks?template=sql', null, []],
])('%s is remembered as the template %j with the tags %j', (address, template, templateTags) => {
  rememberTemplate(address);
  expect(useSignupStore.getState()).toMatchObject({ template, templateTags });
  const stored = JSON.parse(localStorage.getItem('signup') ?? '').state;
  expect(stored).toEqual({ template, templateTags });
});

it('an address without a template leaves the stored one', () => {
  rememberTemplate('/templates?template=sql');
  rememberTemplate('/templates');
  expect(useSignupStore.getState().template).toBe('sql');
});

it('a sign-up is stored with its source and time until it was sent', () => {
  useSignupEventStore.getState().record('newsletter');
  const { state } = JSON.parse(localStorage.getItem('signup-event') ?? '');
  expect(state).toEqual({ source: 'newsletter', signup_timestamp: expect.any(String) });
  expect(new Date(state.signup_timestamp).toISOString()).toBe(state.signup_timestamp);
});

it.each([
  [['/auth/registration?utm_source=newsletter'], '', 'newsletter'],
  [
    ['/auth/registration', '/templates?template=a&source=blog.post-1'],
    'https://x.test',
    'blog.post-1',
  ],
  [
    ['/auth/registration?source=%3Cscript%3E'],
    'https://search.example/?q=private',
    'search.example',
  ],
  [['/'], `${window.location.origin}/a`, 'direct'],
  [['/'], '', 'direct'],
])('%j from %j: %s', (addresses, referrer, source) => {
  expect(signupSource(addresses, referrer)).toBe(source);
});
