import type { UiText } from '@ory/client';

/** Ory's message ids that the mocks use. The ids are the protocol; the words are ours. */
const TEXTS = {
  1010003: 'Please confirm that it is you by signing in again.',
  1010004: 'Please complete the second step of signing in.',
  1010006: 'Authentication code',
  1010007: 'Backup code',
  1010009: 'Use authenticator app',
  1010010: 'Use backup code',
  1010014:
    'If an account uses this e-mail address, we have sent a code to it. Please enter it below.',
  1010015: 'Send me a sign-in code',
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
  1060001: 'You have recovered your account. Please choose a new password now.',
  1060003: 'If an account uses this e-mail address, we have sent a recovery code to it.',
  1070001: 'Password',
  1070002: '',
  1070003: 'Save',
  1070004: 'Email',
  1070006: 'Verification code from the app',
  1070007: 'Email',
  1070008: 'Resend code',
  1070009: 'Continue',
  1070010: 'Recovery code',
  1070011: 'Verification code',
  1070013: 'Sign-in code',
  1080002: 'Your e-mail address is verified.',
  1080003: 'If an account uses this e-mail address, we have sent a verification code to it.',
  4000002: 'This field is required.',
  4000006: 'The e-mail address or the password is wrong.',
  4000007: 'An account with this e-mail address exists already.',
  4000008: 'The code of the authenticator app is wrong. Please try again.',
  4000012: 'This backup code has already been used.',
  4000016: 'The backup code is wrong.',
  4000032: 'The password needs at least 8 characters.',
  4000039: 'The new password must differ from the old one.',
  4000040: 'Please enter a valid e-mail address.',
  4010002: 'Please choose how you want to sign in.',
  4010008: 'The code is wrong or has been used already. Please try again.',
  4060006: 'The recovery code is wrong or has been used already. Please try again.',
  4070006: 'The verification code is wrong or has been used already. Please try again.',
} as const;

export type TextId = keyof typeof TEXTS;

/** One text of the protocol. */
export function text(id: TextId, context?: Record<string, unknown>): UiText {
  const type = id >= 4_000_000 ? 'error' : id === 1050001 || id === 1080002 ? 'success' : 'info';
  return { id, text: TEXTS[id], type, ...(context ? { context } : {}) };
}

/** A text whose words are a value, such as a secret. */
export function valueText(id: TextId, value: string, context: Record<string, unknown>): UiText {
  return { ...text(id, context), text: value };
}
