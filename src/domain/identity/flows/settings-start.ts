import { type IdentityContext, newChallenge } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { newTotpSecret } from '../methods/totp.ts';
import type { FlowRow, IdentityRow } from '../rows.ts';
import { startFlow } from './flow.ts';

/** State of a settings flow, for enrolling an authenticator app and keys. */
export async function settingsInternal(ctx: IdentityContext): Promise<Record<string, string>> {
  return { challenge: newChallenge(ctx), totp: await newTotpSecret(ctx) };
}

/** Starts a settings flow for a person. */
export async function startSettings(
  ctx: IdentityContext,
  exchange: Exchange,
  type: FlowRow['type'],
  identity: IdentityRow,
  change: Partial<FlowRow> = {},
): Promise<FlowRow> {
  const internal = await settingsInternal(ctx);
  return startFlow(ctx, exchange, 'settings', type, {
    identityId: identity.id,
    internal,
    ...change,
  });
}
