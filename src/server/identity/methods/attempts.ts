import { attemptDelay } from '#domain/identity/limits.ts';
import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ThrottleName } from '../repositories/throttle.repository.ts';

/** A counted attempt. */
export interface OpenAttempt {
  /** Stops counting the attempt, because it was right. */
  forgive(): Promise<void>;
}

/**
 * Counts an attempt at an account before its secret is checked, and slows it down after too many failures: most for the
 * network that they came from, a little for everyone else, and not at all for a browser that the owner has used before.
 * Nobody else can lock the owner out.
 * @param account what attempts are counted for: the typed address, or an identity id
 * @param identityId the account's person, if there is one
 * @throws IdentityError 429 if too many attempts are waiting already
 */
export async function openAttempt(
  ctx: IdentityContext,
  exchange: Exchange,
  names: { pair: ThrottleName; account: ThrottleName },
  account: string,
  identityId: string | undefined,
): Promise<OpenAttempt> {
  const { throttle, settings } = ctx;
  const { network } = exchange;
  const device = exchange.deviceOf(identityId);
  const excess = async (name: ThrottleName, ...key: string[]) =>
    (await throttle.count(name, ...key)) - settings.throttle[name].points;

  if (device && (await excess('device', names.pair, device)) <= 0) {
    return { forgive: () => throttle.reset('device', names.pair, device) };
  }
  const pair = await excess(names.pair, network, account);
  // A second factor is short enough to be guessed, so the number of guesses is limited.
  if (names.account === 'secondFactorAccount') await throttle.consume(names.account, account);
  const everywhere =
    names.account === 'secondFactorAccount' ? 0 : await excess(names.account, account);
  const fromNetwork = await excess('signInNetwork', network);
  const { delays } = settings;
  const delay = Math.max(
    attemptDelay(pair, delays.pair, delays.first),
    attemptDelay(everywhere, delays.account, delays.first),
    attemptDelay(fromNetwork, delays.network, delays.first),
  );
  await ctx.waitingRoom.wait({ account, network, failures: pair, delay, onGone: exchange.onGone });
  return {
    async forgive() {
      await throttle.reset(names.pair, network, account);
      await throttle.refund(names.account, account);
      await throttle.refund('signInNetwork', network);
    },
  };
}
