import { IDENTITY_LIFESPANS } from './limits.ts';

/** A message of a flow or a field. Ory's UiText, with the types that we use. */
export interface FlowMessage {
  id: number;
  text: string;
  type: 'info' | 'error' | 'success';
  context?: Record<string, unknown>;
}

type Context = Record<string, unknown>;
type Phrase = string | ((context: Context) => string);

/** Ory's message ids. The ids are part of the protocol; the wording is ours. */
const phrases = {
  1010001: 'Sign in',
  1010003: "Confirm it's you by signing in again.",
  1010004: 'Complete the second step to sign in.',
  1010006: 'Authentication code',
  1010007: 'Backup code',
  1010008: 'Use a security key',
  1010009: 'Use authenticator app',
  1010010: 'Use backup code',
  1010014: 'If an account uses this email address, we sent a code to it. Enter it below.',
  1010015: 'Email me a sign-in code',
  1010021: 'Sign in with a passkey',
  1010022: 'Sign in with password',
  // Not Ory's either: after many wrong codes, it refuses all others.
  1010901:
    'Somebody is guessing the codes of your account, so one is not enough. Wait for the next code in your app, and enter it too.',
  1040001: 'Sign up',
  1040003: 'Continue',
  1040007: 'Sign up with a passkey',
  1040008: 'Back',
  1040009: 'Choose how you want to sign in.',
  1040005: 'We sent a code to your email address. Enter it below to finish signing up.',
  1050001: 'Your changes have been saved.',
  1050004: 'Unlink authenticator app',
  1050005: 'Scan this code with your authenticator app',
  1050006: (context) => String(context.secret),
  1050007: 'Show backup codes',
  1050008: 'Generate new backup codes',
  1050009: (context) => String(context.secret),
  1050010: 'Your backup codes. Each works once. Keep them in a safe place.',
  1050011: 'I have saved my backup codes',
  1050012: 'Add security key',
  1050013: 'Name of the security key',
  1050014: 'This code has been used',
  1050015: (context) => (context.secrets as FlowMessage[]).map((code) => code.text).join(', '),
  1050016: 'Disable backup codes',
  1050017: 'Or enter this key in your authenticator app',
  1050018: (context) => `Remove security key "${context.display_name}"`,
  1050019: 'Add passkey',
  1050020: (context) => `Remove passkey "${context.display_name}"`,
  1060001: 'Your account is recovered. Choose a new password now.',
  1060003: 'If an account uses this email address, we sent a recovery code to it.',
  1070001: 'Password',
  1070002: (context) => String(context.title),
  1070003: 'Save',
  1070004: 'Email',
  1070005: 'Submit',
  1070006: 'Code from your authenticator app',
  1070007: 'Email',
  1070008: 'Resend code',
  1070009: 'Continue',
  1070010: 'Recovery code',
  1070011: 'Verification code',
  1070012: 'Sign-up code',
  1070013: 'Sign-in code',
  1080002: 'Your email address is verified.',
  1080003: 'If an account uses this email address, we sent a verification code to it.',
  // These are not Ory's. It verifies an address for whoever signed up with it.
  1080901: (context) =>
    `Someone signed up with ${context.email} ${context.name ? `as “${context.name}” ` : ''}on ${context.signed_up_on}. Was it you?`,
  1080902: 'Yes, I signed up',
  1080903: "No, it wasn't me",
  1080904:
    'Nobody can use that account any more: its password, sessions, API keys and webhooks were deleted. You can sign up with this address yourself.',
  4000001: (context) => String(context.reason),
  4000002: (context) => `${context.title ?? 'This field'} is required.`,
  4000004: (context) => `This isn't a valid ${context.expected ?? 'value'}.`,
  4000006: 'The email address or password is wrong.',
  4000007: 'An account with this email address already exists.',
  4000008: 'The code is wrong. Try again.',
  4000010: 'Verify your email address first.',
  4000012: 'This backup code has already been used.',
  4000013: 'You have no security key.',
  4000014: 'You have no backup codes.',
  4000015: 'No account uses this passkey.',
  4000016: 'The backup code is wrong.',
  4000031:
    'The password is too similar to your name, your email address or the name of this product.',
  4000032: (context) => `The password must have at least ${context.min_length} characters.`,
  4000033: (context) => `The password can have at most ${context.max_length} characters.`,
  4000034: 'This password is too easy to guess. Choose another one.',
  4000039: 'The new password must be different from the old one.',
  4000040: 'Enter a valid email address.',
  4010001: 'The sign-in form has expired. Try again.',
  4010002: 'Choose how you want to sign in.',
  4010003: 'Choose how you want to sign up.',
  4010004: 'Choose what you want to change.',
  4010005: 'Choose how you want to recover your account.',
  4010006: 'Choose how you want to verify your address.',
  4010008: 'The code is wrong or has already been used. Try again.',
  4010011: 'This account is disabled.',
  4040001: 'The registration form has expired. Try again.',
  4040003: 'The sign-up code is wrong or has already been used. Try again.',
  4050001: 'The settings form has expired. Try again.',
  4060004: 'The recovery link is wrong or has already been used.',
  4060005: 'The recovery form has expired. Try again.',
  4060006: 'The recovery code is wrong or has already been used. Try again.',
  4070003: 'This verification is complete. Start a new one to verify another address.',
  4070005: 'The verification form has expired. Try again.',
  4070006: 'The verification code is wrong or has already been used. Try again.',
} satisfies Record<number, Phrase>;

export type TextId = keyof typeof phrases;

const codeExpiry: Context = { expires_in_minutes: IDENTITY_LIFESPANS.code / 60_000 };

/** What a message says about this service. Ory's messages don't have these properties, so clients can't count on them. */
const facts: Partial<Record<TextId, Context>> = {
  1010014: codeExpiry,
  1040005: codeExpiry,
  1060003: codeExpiry,
  1080003: codeExpiry,
};

/** A protocol message, filled in from its context. */
export function text(id: TextId, given?: Context): FlowMessage {
  const phrase: Phrase = phrases[id];
  const context = facts[id] ? { ...facts[id], ...given } : given;
  return {
    id,
    text: typeof phrase === 'string' ? phrase : phrase(context ?? {}),
    type: id >= 4_000_000 ? 'error' : id === 1050001 || id === 1080002 ? 'success' : 'info',
    ...(context ? { context } : {}),
  };
}
