/** A passkey or security key. */
export interface EnrolledKey {
  /** The credential id, base64url. */
  id: string;
  displayName: string;
  createdAt: Date;
}

/** Which credentials a person has enrolled, without their secrets. */
export interface Enrolled {
  password: boolean;
  totp: boolean;
  lookup: boolean;
  passkeys: EnrolledKey[];
  securityKeys: EnrolledKey[];
}

/** Whether the person has a second factor, so that a first factor alone isn't enough to sign in. */
export function hasSecondFactor({ totp, lookup, securityKeys }: Enrolled): boolean {
  return totp || lookup || securityKeys.length > 0;
}

/** Whether removing a passkey would leave no sign-in method. */
export function isLastFirstFactor({ password, passkeys }: Enrolled): boolean {
  return !password && passkeys.length <= 1;
}

/** The name of a key in forms: its id in hex. */
export function hexId({ id }: EnrolledKey): string {
  const bytes = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
