import { field, input, template } from '../template.ts';

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
4. Write each case as "Given … when … then …" with concrete values. The expected result must be observable.
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
    field('happy_path', 'text', 'Cases in which all goes well', { list: true }),
    field('limits', 'text', 'Cases at and around limits', { list: true }),
    field('errors', 'text', 'Bad input, misuse, failures', { list: true }),
    field('questions', 'text', 'What the requirement leaves open', { list: true }),
  ],
  temperature: 0.3,
  answer: {
    happy_path: [
      'Given a registered address, when a reset is requested, then exactly one e-mail with a link arrives.',
      'Given a link that is 5 minutes old, when a new password of 16 characters is set, then signing in works with it and no longer with the old one.',
    ],
    limits: [
      'Given a link that is 29:59 old, when it is opened, then the password can be set.',
      'Given a link that is 30:01 old, when it is opened, then it is refused as expired.',
      'Given a valid link, when a password of 11 characters is set, then it is refused; with 12 it is taken.',
      'Given 5 requests within 59 minutes, when a sixth is made, then no e-mail is sent; after the hour has passed one is.',
    ],
    errors: [
      'Given a link that was used, when it is opened again, then it is refused and the password stays.',
      'Given a valid link, when the last password is set again, then it is refused.',
      'Given an address without an account, when a reset is requested, then the answer looks the same and no e-mail is sent.',
    ],
    questions: [
      'Does a new link make the earlier ones invalid?',
      'Are open sessions ended when the password changes?',
      'Do the 5 requests count per account, per address or per IP?',
    ],
  },
});
