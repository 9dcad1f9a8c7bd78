import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { createTtlCache } from '#core/cache/ttl-cache.ts';

/** Resolves a name to all its addresses, like `dns.lookup`. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Where this server can be reached itself. */
export interface OwnOrigin {
  /** The URL that people use, perhaps that of a proxy. */
  publicUrl: string;
  /** The port that it listens on. */
  port: number;
}

/** How long the addresses of the public URL are remembered. */
const LIFETIME_MS = 60_000;

/**
 * Recognises this server among the places that users name, so that its tools and crawlers can't be sent back to it, where
 * they would pass for a client on this machine.
 */
export function createOwnOrigin({ publicUrl, port }: OwnOrigin, resolve: Resolve = lookup) {
  const url = new URL(publicUrl);
  const publicName = nameOf(url.hostname);
  const publicPort = portOf(url);
  const cache = createTtlCache<Set<string>>(1, LIFETIME_MS);

  /** The private addresses of the public URL. Public ones may be a CDN's, which others use too. */
  const publicAddresses = () =>
    cache.find(publicName, async () => {
      const found = await addressesOf(publicName, resolve);
      return new Set(found.map(canonical).filter(isPrivate));
    });

  return {
    /** Whether a URL names this server, judging by its text. */
    isNamed(host: string, to: number): boolean {
      const name = nameOf(host);
      if (to === publicPort && name === publicName) return true;
      return to === port && (/(^|\.)localhost$/.test(name) || isOfMachine(name));
    },
    /** Whether connecting to an address leads to this server. */
    async isReached(address: string, to: number): Promise<boolean> {
      if (to === port && isOfMachine(address)) return true;
      return to === publicPort && (await publicAddresses()).has(canonical(address));
    },
  };
}

export type OwnOriginCheck = ReturnType<typeof createOwnOrigin>;

/** The port of a URL or of a connection. */
export function portOf({ port, protocol }: { port: string | number; protocol: string }): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** One spelling for each address: `::ffff:127.0.0.1` is 127.0.0.1. */
function canonical(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address;
}

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() !== 'unicast';
}

/** Whether an address is one of this machine's. All unspecified and loopback addresses are. */
function isOfMachine(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const range = ipaddr.process(text).range();
  if (range === 'loopback' || range === 'unspecified') return true;
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some(({ address }) => canonical(address) === canonical(text));
}

function addressesOf(name: string, resolve: Resolve): Promise<string[]> {
  return new Promise((done) =>
    resolve(name, { all: true }, (error, found) =>
      done(error ? [] : found.map(({ address }) => address)),
    ),
  );
}
