import type { UiText } from '@ory/client';

/** Ory's message ids that the mocks use. The ids are part of the protocol; the wording is ours. */
const TEXTS = {
  1010003: "Confirm it's you by signing in again.",
  1010004: 'Complete the second step to sign in.',
  1010006: 'Authentication code',
  1010007: 'Backup code',
  1010009: 'Use authenticator app',
  1010010: 'Use backup code',
  1010014: 'If an account uses this email address, we sent a code to it. Enter it below.',
  1010015: 'Email me a sign-in code',
  1010022: 'Sign in with password',
  1040001: 'Sign up',
  1050001: 'Your changes have been saved.',
  1050004: 'Unlink authenticator app',
  1050005: 'Scan this code with your authenticator app',
  1050006: '',
  1050008: 'Generate new backup codes',
  1050009: '',
  1050010: 'Your backup codes. Each works once. Keep them in a safe place.',
  1050011: 'I have saved my backup codes',
  1050014: 'This code has been used',
  1050015: '',
  1050016: 'Disable backup codes',
  1050017: 'Or enter this key in your authenticator app',
  1060001: 'Your account is recovered. Choose a new password now.',
  1060003: 'If an account uses this email address, we sent a recovery code to it.',
  1070001: 'Password',
  1070002: '',
  1070003: 'Save',
  1070004: 'Email',
  1070006: 'Code from your authenticator app',
  1070007: 'Email',
  1070008: 'Resend code',
  1070009: 'Continue',
  1070010: 'Recovery code',
  1070011: 'Verification code',
  1070013: 'Sign-in code',
  1080002: 'Your email address is verified.',
  1080003: 'If an account uses this email address, we sent a verification code to it.',
  4000002: 'This field is required.',
  4000006: 'The email address or password is wrong.',
  4000007: 'An account with this email address already exists.',
  4000008: 'The code is wrong. Try again.',
  4000012: 'This backup code has already been used.',
  4000016: 'The backup code is wrong.',
  4000032: 'The password must have at least 8 characters.',
  4000039: 'The new password must be different from the old one.',
  4000040: 'Enter a valid email address.',
  4010002: 'Choose how you want to sign in.',
  4010008: 'The code is wrong or has already been used. Try again.',
  4060006: 'The recovery code is wrong or has already been used. Try again.',
  4070006: 'The verification code is wrong or has already been used. Try again.',
} as const;

export type TextId = keyof typeof TEXTS;

/** A protocol message. */
export function text(id: TextId, context?: Record<string, unknown>): UiText {
  const type = id >= 4_000_000 ? 'error' : id === 1050001 || id === 1080002 ? 'success' : 'info';
  return { id, text: TEXTS[id], type, ...(context ? { context } : {}) };
}

/** A message whose text is a value, such as a secret. */
export function valueText(id: TextId, value: string, context: Record<string, unknown>): UiText {
  return { ...text(id, context), text: value };
}
