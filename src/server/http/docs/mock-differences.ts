/** One way in which the mocks are not the server. */
export interface MockDifference {
  /** What it is about, in a few words. */
  title: string;
  mocks: string;
  server: string;
}

/**
 * Where the mocks differ from the server, for people who build on them. `/docs/mocks` shows it, and the contract
 * suite shows each of these on both (`difference-suite.ts`); what else differs cannot be seen in an answer and is
 * in {@link UNSEEN_DIFFERENCES}.
 */
export const MOCK_DIFFERENCES = {
  models: {
    title: 'Models',
    mocks:
      'No model is asked. Whichever is chosen, the answer is made up: the same for the same inputs, always fitting the output format, at prices of the catalogue.',
    server:
      'The model answers, in its own time and words, and may fail, refuse or break the output format. The built-in sandbox model, too, says plainly that it is none.',
  },
  webhooks: {
    title: 'Webhooks',
    mocks: 'Nothing is sent. Each delivery is logged as having arrived.',
    server:
      'Deliveries go out signed, are retried, and fail when the address does not answer or is not a public one.',
  },
  body_limit: {
    title: 'Large bodies',
    mocks: 'A body may be of any size.',
    server: 'A body over `BODY_LIMIT_BYTES` is refused with 413 `payload_too_large`.',
  },
  request_ids: {
    title: 'Headers of answers',
    mocks: 'Only those that the contract declares.',
    server:
      'Also `X-Request-Id`, which the server’s log names, and the security headers of the console.',
  },
} as const satisfies Record<string, MockDifference>;

export type MockDifferenceId = keyof typeof MOCK_DIFFERENCES;

/** What no single answer shows. */
export const UNSEEN_DIFFERENCES: readonly MockDifference[] = [
  {
    title: 'What is kept',
    mocks:
      'In a browser, all tabs share one world in its storage, until it is reset; on a port or in a test it is gone with the process.',
    server: 'Everything that was acknowledged, also after a crash.',
  },
  {
    title: 'Time',
    mocks:
      'Runs take the milliseconds that `mock-token-ms` says. Retention, schedules and expiry do not happen by themselves.',
    server:
      'Runs take as long as the model; runs that outlive their worker are ended; old runs are swept.',
  },
  {
    title: 'Limits of use',
    mocks: '429 comes only when it is asked for (`mock-error=429`).',
    server: 'Callers are limited, and told when to come back (`Retry-After`).',
  },
  {
    title: 'Signing in',
    mocks:
      'The seeded people share one password; codes that would be mailed wait at `/outbox`. Nothing is hashed, and guessing costs nothing.',
    server:
      'Passwords are hashed, guessing is slowed down, codes go out by mail (to `/outbox` where no SMTP server is set).',
  },
  {
    title: 'Prices',
    mocks: 'Tokens are counted as a quarter of the characters.',
    server: 'Tokens are what the provider says, or counted with its tokenizer.',
  },
];
