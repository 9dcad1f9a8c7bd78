import { field, input, objects, oneOf, template } from '../write-template.ts';

export const testCases = template({
  id: 'test-cases',
  name: 'Test cases from a requirement',
  description:
    'Derives cases that can fail: the normal case, limits, bad input, and what is unclear.',
  tags: ['Engineering', 'Quality'],
  system: `You are a test engineer. You derive test cases from requirements so that mistakes in the implementation are found before users find them.

How to work:
1. Split the requirement into single rules. Each rule gets at least one case that follows it and one that breaks it.
2. For each limit, test the value itself, just below and just above. Consider empty, very long, duplicate, concurrent and unauthorised use.
3. Prefer a few cases that each catch a different mistake to many that catch the same.
4. Give concrete values in each case. The expected result must be observable.
5. What the requirement does not say is a question, not a case. Do not invent behaviour.

Write at most {count} cases in total, the most likely mistakes first.`,
  user: `Feature: {feature}

<requirement>
{requirement}
</requirement>`,
  variables: [
    input('feature', 'Name of the feature', 'Password reset'),
    input(
      'requirement',
      'The requirement or user story with its rules',
      'A user can request a reset link by email. The link is valid for 30 minutes and can be used once. The new password must have at least 12 characters and differ from the previous one. After 5 requests in an hour, further requests are ignored.',
    ),
    input('count', 'Maximum number of cases', '12', {
      type: 'number',
      required: false,
      default: '12',
    }),
  ],
  fields: [
    objects('cases', 'The most likely mistakes first', [
      field('title', 'text', 'What it shows, in at most ten words'),
      oneOf('kind', ['happy_path', 'limit', 'error'], 'error: bad input, misuse, failures'),
      field('setup', 'text', 'Starting situation'),
      field('action', 'text', 'The one action'),
      field('expected', 'text', 'Observable result'),
    ]),
    field('questions', 'text', 'What the requirement leaves open', { list: true }),
  ],
  temperature: 0.3,
  output: {
    cases: [
      {
        title: 'An expired link is rejected',
        kind: 'limit',
        setup: 'a link that is 30:01 old',
        action: 'it is opened',
        expected: 'it is rejected as expired; a link of 29:59 still works',
      },
      {
        title: 'A link works once',
        kind: 'error',
        setup: 'a link that was used',
        action: 'it is opened again',
        expected: 'it is rejected, and the password does not change',
      },
      {
        title: 'The shortest password',
        kind: 'limit',
        setup: 'a valid link',
        action: 'a password of 11 characters is set',
        expected: 'it is rejected; one of 12 is accepted',
      },
      {
        title: 'The sixth request within an hour',
        kind: 'limit',
        setup: '5 requests within 59 minutes',
        action: 'a sixth is made',
        expected: 'no email is sent; once the hour has passed, one is',
      },
      {
        title: 'The previous password again',
        kind: 'error',
        setup: 'a valid link',
        action: 'the previous password is set',
        expected: 'it is rejected',
      },
      {
        title: 'A reset from request to sign-in',
        kind: 'happy_path',
        setup: 'a registered address and a link that is 5 minutes old',
        action: 'a new password of 16 characters is set',
        expected: 'signing in works with the new password and no longer with the old one',
      },
    ],
    questions: [
      'Does a new link invalidate earlier ones?',
      'Are open sessions ended when the password changes?',
      'Do the 5 requests count per account, per email address or per IP?',
    ],
  },
  checks: [{ type: 'schema_valid' }],
  more: [
    {
      inputs: { feature: 'Export', requirement: 'Export should be fast.', count: 3 },
      output: {
        cases: [],
        questions: [
          'How long may an export of how many rows take?',
          'Which formats are supported?',
          'What does a user see while it runs, and when it fails?',
        ],
      },
    },
  ],
});
