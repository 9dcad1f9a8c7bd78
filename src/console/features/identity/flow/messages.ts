import type { UiText } from '@ory/client';
import { formatDateTime } from '#console/ui/display/time.tsx';

type Phrase = string | ((context: Record<string, unknown>) => string | undefined);

/** When a code expires, if the message says so. */
const expiring = (sentence: string): Phrase => {
  return ({ expires_in_minutes: minutes }) =>
    typeof minutes === 'number' ? `${sentence} It expires in ${minutes} minutes.` : sentence;
};
const sent = expiring('We sent you a code.');
const freshLink = 'This link has expired or was already used. Request a new one.';
const freshCode = "That code isn't right or was already used. Check it, or request a new one.";
const expired = 'The form expired. Please try again.';
const WRONG_CREDENTIALS = 4000006;
const chars = (n: unknown) => (typeof n === 'number' ? `${n} characters` : undefined);

/**
 * Our wording for Ory's message ids, so that it is the same in every deployment. For unknown ids, or when the
 * context lacks what a message needs, the server's text is shown.
 */
const phrases: Readonly<Record<number, Phrase>> = {
  1010001: 'Sign in',
  1010002: ({ provider }) => (provider ? `Continue with ${provider}` : undefined),
  1010003: "Please confirm it's you.",
  1010004: 'One more step: complete two-step verification.',
  1010006: 'Code from your authenticator app',
  1010007: 'Backup code',
  1010008: 'Use a security key',
  1010009: 'Continue',
  1010010: 'Continue',
  1010014: sent,
  1010015: 'Email me a code',
  1010012: 'Have your security key ready, then continue.',
  1010013: 'Continue',
  1010016: ({ duplicate_identifier: email, provider }) =>
    email && provider
      ? `${email} already has an account. Sign in to it once to add ${provider} as another way to sign in.`
      : undefined,
  1010017: 'Sign in and link',
  1010018: ({ provider }) => (provider ? `Confirm with ${provider}` : undefined),
  1010019: 'Email me a code',
  1010020: 'Enter your email to get a code.',
  1010021: 'Use a passkey',
  1010022: 'Sign in',
  1010023: ({ address }) => (address ? `Email a code to ${address}` : undefined),
  1010901:
    'Someone is guessing codes for your account, so one is not enough. Wait for the next code in your app, then enter it as well.',
  1040001: 'Create account',
  1040002: ({ provider }) => (provider ? `Continue with ${provider}` : undefined),
  1040003: 'Continue',
  1040004: 'Use a security key',
  1040005: sent,
  1040006: 'Email me a code',
  1040007: 'Use a passkey',
  1040008: 'Back',
  1040009: 'How would you like to sign in?',
  1050001: 'Changes saved',
  1050002: ({ provider }) => (provider ? `Connect ${provider}` : undefined),
  1050003: ({ provider }) => (provider ? `Disconnect ${provider}` : undefined),
  1050004: 'Remove authenticator app',
  1050007: 'Show codes',
  1050008: 'Generate backup codes',
  1050011: "I've saved them",
  1050012: 'Add security key',
  1050013: 'Security key name',
  1050016: 'Turn off',
  1050019: 'Add passkey',
  1060001: "You're signed in. Set a new password to finish.",
  1060002: 'If an account exists for this email, we sent it a link. Open it to get back in.',
  1060003: expiring('If an account exists for this email, we sent it a code.'),
  1060004: ({ masked_address: to }) =>
    to ? `If an account uses ${to}, we sent it a code.` : undefined,
  1060005: 'Enter the full address that we should send the code to.',
  1060006: 'Where should we send the code?',
  1060007: 'Back',
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
  1070014: 'Sign in and link',
  1070016: 'Email',
  1080001: 'We sent you a link. Open it to verify your email.',
  1080002: 'Your email is verified.',
  1080003: sent,
  1080901: signUp,
  1080902: 'Yes, I signed up',
  1080903: "No, it wasn't me",
  1080904:
    'Its password, sessions, API keys and webhooks no longer work. You can sign up with this email yourself.',
  4000001: ({ reason }) => providerRefusal(reason),
  4000002: 'This is required.',
  4000003: ({ min_length }) => lengthen(min_length),
  [WRONG_CREDENTIALS]: "That email and password don't match. Check both and try again.",
  4000007: 'An account with this email already exists. Sign in instead.',
  4000008: "That code isn't right. Check the time on your phone and try the next one.",
  4000009: 'Enter your email.',
  4000010: 'Verify your email before you sign in.',
  4000012: 'This backup code was already used. Try another one.',
  4000015: "This passkey or security key isn't registered. Sign in another way.",
  4000016: "That backup code isn't right.",
  4000017: ({ max_length }) =>
    chars(max_length) ? `Use at most ${chars(max_length)}.` : undefined,
  4000027: 'An account with this email already exists. Sign in instead.',
  4000031: 'Too similar to your name, your email or Taskloom. Choose something else.',
  4000032: ({ min_length }) => lengthen(min_length),
  4000033: ({ max_length }) =>
    chars(max_length) ? `Use at most ${chars(max_length)}.` : undefined,
  4000034: 'This password appeared in a data breach or is too common. Choose another one.',
  4000035: "There's no account with this email.",
  4000037: "There's no account with this email.",
  4000039: 'This is your current password. Choose a new one.',
  4000040: 'Enter a valid email.',
  4010001: expired,
  4010008: freshCode,
  4010009: "That account doesn't match. Sign in to the account with this email.",
  4010010: "That isn't an address of this account.",
  4010011: 'This account is disabled.',
  4040001: expired,
  4040003: freshCode,
  4050001: expired,
  4060001: 'This recovery has already been completed. Start again.',
  4060004: freshLink,
  4060005: expired,
  4060006: freshCode,
  4070001: freshLink,
  4070005: expired,
  4070006: freshCode,
};

/** Who signed up with an address, in a browser other than this one. */
function signUp({ email, name, signed_up_at: at }: Record<string, unknown>): string | undefined {
  if (typeof email !== 'string' || typeof at !== 'string') return undefined;
  const by = typeof name === 'string' ? `“${name}”` : 'Someone';
  return `${by} signed up with ${email} on ${formatDateTime(at)}.`;
}

/** Why signing in at another service failed. Its own words come with the address, which anyone could have written. */
function providerRefusal(reason: unknown): string | undefined {
  const [, code] = /OpenID Provider returned error "(\w+)"/.exec(String(reason)) ?? [];
  if (code === undefined) return undefined;
  return code === 'access_denied'
    ? 'The other service refused to sign you in, or you cancelled. Try again, or choose another way.'
    : `The other service couldn't sign you in (${code}). Try again, or choose another way.`;
}

function lengthen(least: unknown): string | undefined {
  return chars(least) ? `Use at least ${chars(least)}.` : undefined;
}

/**
 * The text for a label or message of the identity service.
 * @param isConfirming a sign-in that confirms who is signed in, and so does not ask for the email
 */
export function messageText(message: UiText, isConfirming = false): string {
  if (isConfirming && message.id === WRONG_CREDENTIALS) return "That password isn't right.";
  const phrase = phrases[message.id];
  if (phrase === undefined) return message.text;
  if (typeof phrase === 'string') return phrase;
  return phrase((message.context ?? {}) as Record<string, unknown>) ?? message.text;
}
