import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#domain/identity/context.ts';
import { randomToken, sha256 } from '../vault.ts';

export const DEVICE_COOKIE = 'taskloom_device';
export const DEVICE_SECONDS = 180 * 24 * 3600;

/** People who use the same browser. */
const ENTRIES = 5;

/** The accounts that have signed in from a browser, from its device cookie. */
export interface Devices {
  /** The browser's id for an account; undefined if the account never signed in from it. */
  of(identityId: string): string | undefined;
  /** The cookie's value with this account added. */
  with(identityId: string): string;
}

interface Entry {
  text: string;
  person: string;
  id: string;
}

/**
 * Reads the cookie. Each entry is signed and bound to one account. It gives no access: it only spares its owner the
 * delays that other people's failed attempts cause.
 */
export function readDevices(vault: Vault, now: Date, cookie: string | undefined): Devices {
  let known: Entry[] | undefined;
  const entries = () => {
    known ??= (cookie ?? '')
      .split('~')
      .slice(0, ENTRIES)
      .flatMap((text) => readEntry(vault, now, text) ?? []);
    return known;
  };
  return {
    of: (identityId) => entries().find(({ person }) => person === personOf(identityId))?.id,
    with(identityId) {
      const person = personOf(identityId);
      const same = entries().find((entry) => entry.person === person);
      const others = entries().filter((entry) => entry !== same);
      const until = Math.floor(now.getTime() / 1000) + DEVICE_SECONDS;
      const body = `${person}.${same?.id ?? randomToken('').slice(0, 22)}.${until}`;
      const texts = [`${body}.${vault.mac('device', body)}`, ...others.map(({ text }) => text)];
      return texts.slice(0, ENTRIES).join('~');
    },
  };
}

const personOf = (identityId: string) => sha256(identityId).slice(0, 16);

function readEntry(vault: Vault, now: Date, text: string): Entry | undefined {
  const [person = '', id = '', until = '', mac = ''] = text.split('.');
  const given = Buffer.from(mac);
  const isOurs = vault.macs('device', `${person}.${id}.${until}`).some((right) => {
    const wanted = Buffer.from(right);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  if (!isOurs || Number(until) * 1000 <= now.getTime()) return undefined;
  return { text, person, id };
}
