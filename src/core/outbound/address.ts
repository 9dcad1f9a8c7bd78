import ipaddr from 'ipaddr.js';
import { VALIDATION } from '../messages.ts';

/** A range of addresses, as `10.0.0.0/8` or as one address. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Undefined when the text is no range. */
export function parseRange(text: string): AddressRange | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Whether an address is one of the public internet: not this machine, not a private or link-local network, nor any other
 * range with a special meaning (carrier NAT, multicast, addresses that embed an IPv4 address). Those of `allowed` pass.
 */
export function isPublicAddress(text: string, allowed: readonly AddressRange[] = []): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `::ffff:10.0.0.1` is 10.0.0.1.
  const address = ipaddr.process(text);
  if (address.range() === 'unicast') return true;
  return allowed.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/**
 * What is wrong with an address that somebody typed, as far as the text alone shows. The safe client checks again when
 * it connects, since a name can resolve to anything.
 * @param allowed private ranges that may be reached all the same
 * @returns undefined when nothing is wrong
 */
export function checkAddress(
  url: string,
  allowed: readonly AddressRange[] = [],
): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return VALIDATION.urlNeeded;
  if (parsed.username || parsed.password) return 'Must not contain a user name or password';
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const isLocalName = /(^|\.)localhost\.?$/i.test(host) && !isPublicAddress('127.0.0.1', allowed);
  const isInside = ipaddr.isValid(host) && !isPublicAddress(host, allowed);
  return isLocalName || isInside ? 'Must be an address of the public internet' : undefined;
}
