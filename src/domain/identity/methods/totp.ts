import type { IdentityContext } from '../context.ts';

export const QR_SIZE = 256;
const VAULT = 'totp';
/** Tolerance of one 30-second time step either way, for inaccurate clocks. */
const WINDOW = 1;

async function generator(ctx: IdentityContext, secret: string, email: string) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({
    issuer: ctx.settings.relyingParty.name,
    label: email || 'account',
    secret: Secret.fromBase32(secret),
  });
}

/** A new seed of 160 bits, encrypted. */
export async function newTotpSecret(ctx: IdentityContext): Promise<string> {
  const { Secret } = await import('otpauth');
  return ctx.vault.encrypt(VAULT, new Secret({ size: 20 }).base32);
}

/** The seed to type in, and the QR code to scan (a PNG data URI). */
export async function showTotpSecret(
  ctx: IdentityContext,
  sealed: string,
  email: string,
): Promise<{ secret: string; image: string }> {
  const secret = ctx.vault.decrypt(VAULT, sealed);
  const url = (await generator(ctx, secret, email)).toString();
  const { toDataURL } = await import('qrcode');
  return { secret, image: await toDataURL(url, { width: QR_SIZE, margin: 2 }) };
}

/** The time step of a code; undefined if the code is wrong. */
export async function totpCounter(
  ctx: IdentityContext,
  sealed: string,
  code: string,
): Promise<number | undefined> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = ctx.clock().getTime();
  const totp = await generator(ctx, ctx.vault.decrypt(VAULT, sealed), '');
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Whether a code of the enrolled app is right and unused. No code is accepted twice. */
export async function acceptTotp(
  ctx: IdentityContext,
  identityId: string,
  code: string,
): Promise<boolean> {
  const row = await ctx.rows.totp.find({ identityId });
  const counter = row && (await totpCounter(ctx, row.secret, code));
  return (
    counter !== undefined &&
    (await ctx.rows.totp.change(
      { identityId, lastCounter: { lt: counter } },
      { lastCounter: counter },
    )) > 0
  );
}
