import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { newTotpSecret } from '../methods/totp.ts';
import { newChallenge } from '../methods/webauthn.ts';
import type { FlowRow } from '../repositories/flow.repository.ts';
import type { IdentityRow } from '../repositories/identity.repository.ts';
import { startFlow } from './flow.ts';

/** State of a settings flow, for enrolling an authenticator app and keys. */
export function settingsInternal(ctx: IdentityContext): Record<string, string> {
  return { challenge: newChallenge(), totp: newTotpSecret(ctx) };
}

/** Starts a settings flow for a person. */
export function startSettings(
  ctx: IdentityContext,
  exchange: Exchange,
  type: FlowRow['type'],
  identity: IdentityRow,
  change: Partial<FlowRow> = {},
): Promise<FlowRow> {
  const internal = settingsInternal(ctx);
  return startFlow(ctx, exchange, 'settings', type, {
    identityId: identity.id,
    internal,
    ...change,
  });
}
