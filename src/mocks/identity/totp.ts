/** The name of the entry in the authenticator app. */
const ISSUER = 'Taskloom mocks';

/** Creates a secret for an authenticator app. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** Whether a code is the app's current or previous one (30 seconds each). */
export async function verifyTotp(secret: string, code: string): Promise<boolean> {
  const { Secret, TOTP } = await import('otpauth');
  const token = code.replace(/\s/g, '');
  return new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token, window: 1 }) !== null;
}

/** The secret as a QR code: a data URI. */
export async function totpPicture(secret: string, label: string): Promise<string> {
  const [{ Secret, TOTP }, { toDataURL }] = await Promise.all([
    import('otpauth'),
    import('qrcode'),
  ]);
  const url = new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString();
  return toDataURL(url, { width: 256 });
}
