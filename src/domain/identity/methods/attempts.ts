import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { attemptDelay, FRESH_ATTEMPTS } from '../limits.ts';
import type { ThrottleName } from '../settings.ts';

/** A counted attempt. */
export interface OpenAttempt {
  /** Whether so much has failed at the account that a short code isn't enough. */
  isGuessed: boolean;
  /** Stops counting the attempt, because it was right. */
  forgive(): Promise<void>;
}

/**
 * Counts an attempt at an account before its secret is checked, and slows it down after too many failures: most for the
 * network that they came from, a little for everyone else, and not at all for a browser that the owner has used before.
 * While many fail, networks that have failed there themselves take turns; the first attempts of others are never refused.
 * So nobody else can lock the owner out, and somebody with many networks has few guesses with each of them.
 * @param account what attempts are counted for: the typed address, or an identity id
 * @param identityId the account's person, if there is one
 * @throws IdentityError 429 if too many attempts are waiting already, unless the network is fresh
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
    return { isGuessed: false, forgive: () => throttle.reset('device', names.pair, device) };
  }
  const tries = await throttle.count(names.pair, network, account);
  const pair = tries - settings.throttle[names.pair].points;
  const near = await excess('neighbourhood', names.pair, exchange.neighbourhood, account);
  const everywhere = await excess(names.account, account);
  const fromNetwork = await excess('signInNetwork', network);
  const { delays } = settings;
  const delay = Math.max(
    attemptDelay(pair, delays.pair, delays.first),
    attemptDelay(everywhere, delays.account, delays.first),
    attemptDelay(fromNetwork, delays.network, delays.first),
  );
  const isFresh = tries <= FRESH_ATTEMPTS && near <= 0;
  const isGuessed = everywhere > 0;
  const turn = isGuessed ? delays.turn : 0;
  const { onGone } = exchange;
  await ctx.waitingRoom.wait({ account, network, failures: tries, delay, isFresh, turn, onGone });
  return {
    isGuessed,
    async forgive() {
      await throttle.reset(names.pair, network, account);
      await throttle.refund('neighbourhood', names.pair, exchange.neighbourhood, account);
      await throttle.refund(names.account, account);
      await throttle.refund('signInNetwork', network);
    },
  };
}
