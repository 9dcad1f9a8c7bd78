/** A difference between the mocks and the server. */
export interface MockDifference {
  /** The subject, in a few words. */
  title: string;
  mocks: string;
  server: string;
}

/**
 * How the mocks differ from the server, for people who build on them. `/docs/mocks` shows this list, and the contract
 * suite verifies each entry on both sides (`difference-suite.ts`). Differences that don't show in responses are in
 * {@link UNSEEN_DIFFERENCES}.
 */
export const MOCK_DIFFERENCES = {
  models: {
    title: 'Models',
    mocks:
      'No model is called. Whichever is chosen, the output is generated: it is the same for the same inputs, always matches the output format, and is priced from the catalogue.',
    server:
      'A real model responds. It takes longer, and it may fail, refuse or violate the output format. The built-in sandbox model says that it is not a real model.',
  },
  webhooks: {
    title: 'Webhooks',
    mocks: 'Nothing is sent. Every delivery is logged as successful.',
    server:
      "Deliveries are signed and retried. They fail if the endpoint doesn't respond or its address isn't public.",
  },
} as const satisfies Record<string, MockDifference>;

export type MockDifferenceId = keyof typeof MOCK_DIFFERENCES;

/** Differences that no single response shows. */
export const UNSEEN_DIFFERENCES: readonly MockDifference[] = [
  {
    title: 'Persistence',
    mocks:
      "In a browser, all tabs share one data set in the browser's storage until it is reset. On a port or in a test, the data is lost when the process ends.",
    server: 'Acknowledged writes are kept, even after a crash.',
  },
  {
    title: 'Time',
    mocks:
      "Each token takes `mock-token-ms` milliseconds. Retention, schedules and expiry don't happen.",
    server:
      'Runs take as long as the model. Runs whose worker crashed are ended, and old runs are deleted.',
  },
  {
    title: 'Rate limits',
    mocks: '429 is returned only on request (`mock-error=429`).',
    server: 'Callers are rate-limited and get a `Retry-After` header.',
  },
  {
    title: 'Sign-in',
    mocks:
      "The sample users share one password, and emailed codes appear at `/outbox`. Nothing is hashed, and guessing isn't limited. Addresses count as verified, as with `TRUST_ADDRESSES`.",
    server:
      'Passwords are hashed, guessing is limited, and codes are sent by email (or to `/outbox` without an SMTP server).',
  },
  {
    title: 'Prices',
    mocks: 'The token count is a quarter of the number of characters.',
    server: 'The token count is reported by the provider, or calculated with its tokenizer.',
  },
];
