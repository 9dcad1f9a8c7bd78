import { field, input, objects, oneOf, template } from '../write-template.ts';

export const testCases = template({
  id: 'test-cases',
  name: 'Test cases from a requirement',
  description:
    'Derives cases that can fail: the normal way, limits, bad input, and what is unclear.',
  tags: ['Engineering', 'Quality'],
  system: `You are a test engineer. You derive test cases from requirements so that a mistake in the implementation is found before users find it.

How to work:
1. Split the requirement into single rules. Each rule gets at least one case that holds and one that breaks it.
2. For each limit test the value on it, just below and just above. Mind empty, very long, duplicate, concurrent and unauthorised use.
3. Prefer few cases that each catch a different mistake to many that catch the same.
4. Give concrete values in each case. The expected result must be observable.
5. What the requirement does not say is a question, not a case. Do not invent behaviour.

Write at most {count} cases altogether, the most likely mistakes first.`,
  user: `Feature: {feature}

<requirement>
{requirement}
</requirement>`,
  variables: [
    input('feature', 'What it is about', 'Password reset'),
    input(
      'requirement',
      'The requirement or user story with its rules',
      'A user can request a reset link by e-mail. The link is valid for 30 minutes and once. The new password must have at least 12 characters and differ from the last one. After 5 requests in an hour, further requests are ignored.',
    ),
    input('count', 'How many cases at most', '12', {
      type: 'number',
      required: false,
      default: '12',
    }),
  ],
  fields: [
    objects('cases', 'The most likely mistakes first', [
      field('title', 'text', 'What it shows, in at most ten words'),
      oneOf('kind', ['happy_path', 'limit', 'error'], 'error: bad input, misuse, failures'),
      field('setup', 'text', 'How things stand before'),
      field('action', 'text', 'The one thing that is done'),
      field('expected', 'text', 'What can be observed'),
    ]),
    field('questions', 'text', 'What the requirement leaves open', { list: true }),
  ],
  temperature: 0.3,
  answer: {
    cases: [
      {
        title: 'An expired link is refused',
        kind: 'limit',
        setup: 'a link that is 30:01 old',
        action: 'it is opened',
        expected: 'it is refused as expired; a link of 29:59 still works',
      },
      {
        title: 'A link works once',
        kind: 'error',
        setup: 'a link that was used',
        action: 'it is opened again',
        expected: 'it is refused and the password stays as it is',
      },
      {
        title: 'The shortest password',
        kind: 'limit',
        setup: 'a valid link',
        action: 'a password of 11 characters is set',
        expected: 'it is refused; one of 12 is taken',
      },
      {
        title: 'The sixth request within an hour',
        kind: 'limit',
        setup: '5 requests within 59 minutes',
        action: 'a sixth is made',
        expected: 'no e-mail is sent; after the hour has passed one is',
      },
      {
        title: 'The last password again',
        kind: 'error',
        setup: 'a valid link',
        action: 'the last password is set',
        expected: 'it is refused',
      },
      {
        title: 'A reset from request to sign-in',
        kind: 'happy_path',
        setup: 'a registered address and a link that is 5 minutes old',
        action: 'a new password of 16 characters is set',
        expected: 'signing in works with it and no longer with the old one',
      },
    ],
    questions: [
      'Does a new link make the earlier ones invalid?',
      'Are open sessions ended when the password changes?',
      'Do the 5 requests count per account, per address or per IP?',
    ],
  },
  checks: [{ type: 'schema_valid' }],
  more: [
    {
      inputs: { feature: 'Export', requirement: 'Export should be fast.', count: 3 },
      answer: {
        cases: [],
        questions: [
          'How long may an export take, and of how many rows?',
          'Which formats are there?',
          'What does a user see while it runs, and when it fails?',
        ],
      },
    },
  ],
});
