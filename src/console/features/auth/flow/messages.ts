import type { UiText } from '@ory/client';

type Say = string | ((context: Record<string, unknown>) => string | undefined);

const freshCode = 'That code is wrong or has been used. Check it, or ask for a new one.';
const expired = 'This took too long and the form expired. Please try again.';
const chars = (n: unknown) => (typeof n === 'number' ? `${n} characters` : undefined);

/**
 * Our words for Ory's message ids, so that every deployment speaks alike. What is not here, or lacks
 * the context that its words need, is said in the server's words.
 */
const phrases: Readonly<Record<number, Say>> = {
  1010001: 'Sign in',
  1010002: ({ provider }) => (provider ? `Continue with ${provider}` : undefined),
  1010003: 'Please confirm that it is you.',
  1010004: 'One more step: confirm with your second factor.',
  1010006: 'Code from your authenticator app',
  1010007: 'Backup code',
  1010008: 'Use a security key',
  1010009: 'Continue',
  1010010: 'Continue',
  1010014: 'We sent you a code. It works for 10 minutes.',
  1010015: 'Email me a code',
  1010016: 'Email me a link',
  1010019: 'Email me a code',
  1010021: 'Use a passkey',
  1010022: 'Sign in',
  1040001: 'Create account',
  1040002: ({ provider }) => (provider ? `Continue with ${provider}` : undefined),
  1040003: 'Continue',
  1040004: 'Use a security key',
  1040005: 'We sent you a code. It works for 10 minutes.',
  1040006: 'Email me a code',
  1040007: 'Use a passkey',
  1040008: 'Back',
  1040009: 'How would you like to sign in from now on?',
  1050001: 'Saved.',
  1050004: 'Remove authenticator app',
  1050007: 'Show codes',
  1050008: 'Generate codes',
  1050011: "I've saved them",
  1050012: 'Add security key',
  1050013: 'Name of the security key',
  1050016: 'Turn off',
  1050019: 'Add a passkey',
  1060001: 'You are back in. Set a new password to finish.',
  1060003: 'If there is an account with this email, a code is on its way. It works for 10 minutes.',
  1070001: 'Password',
  1070002: ({ title }) => (typeof title === 'string' ? title : undefined),
  1070003: 'Save',
  1070004: 'Email',
  1070005: 'Continue',
  1070006: 'Code from your authenticator app',
  1070007: 'Email',
  1070008: 'Send a new code',
  1070009: 'Continue',
  1070010: 'Recovery code',
  1070011: 'Verification code',
  1070012: 'Sign-up code',
  1070013: 'Sign-in code',
  1080001: 'We sent you a link. Open it to verify your email.',
  1080002: 'Your email is verified.',
  1080003: 'We sent you a code. It works for 10 minutes.',
  4000002: 'This is required.',
  4000003: ({ min_length }) => lengthen(min_length),
  4000006: "That email and password don't match. Check both and try again.",
  4000007: 'There is already an account with this email. Sign in instead.',
  4000008: "That code isn't right. Check the time on your phone and try the next one.",
  4000009: 'Enter your email.',
  4000010: 'Verify your email before you sign in. We sent you a code.',
  4000012: 'This backup code has been used. Try another one.',
  4000015: "We don't know this passkey. Sign in another way.",
  4000016: "That backup code isn't right.",
  4000017: ({ max_length }) =>
    chars(max_length) ? `Use at most ${chars(max_length)}.` : undefined,
  4000027: 'There is already an account with this email. Sign in instead.',
  4000031: 'Too close to your email. Choose something else.',
  4000032: ({ min_length }) => lengthen(min_length),
  4000033: ({ max_length }) =>
    chars(max_length) ? `Use at most ${chars(max_length)}.` : undefined,
  4000034: 'This password is widely known. Choose another one.',
  4000035: 'There is no account with this email.',
  4000037: 'There is no account with this email.',
  4000039: 'This is your present password. Choose a new one.',
  4000040: 'Enter a valid email.',
  4010001: expired,
  4010008: freshCode,
  4010011: 'This account is switched off.',
  4040001: expired,
  4040003: freshCode,
  4050001: expired,
  4060001: 'This recovery is finished already. Start again.',
  4060004: freshCode,
  4060005: expired,
  4060006: freshCode,
  4070001: freshCode,
  4070005: expired,
  4070006: freshCode,
};

function lengthen(least: unknown): string | undefined {
  return chars(least) ? `Use at least ${chars(least)}.` : undefined;
}

/** What to show for a label or message of the identity service. */
export function say(message: UiText): string {
  const phrase = phrases[message.id];
  if (phrase === undefined) return message.text;
  if (typeof phrase === 'string') return phrase;
  return phrase((message.context ?? {}) as Record<string, unknown>) ?? message.text;
}
