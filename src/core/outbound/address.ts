import ipaddr from 'ipaddr.js';
import { VALIDATION } from '../messages.ts';

/** A range of IP addresses: `10.0.0.0/8`, or a single address. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses a range; undefined when it is invalid. */
export function parseRange(text: string): AddressRange | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Whether an address belongs to the public internet, rather than to this machine, a private or link-local network, or
 * another range with a special meaning (carrier NAT, multicast, embedded IPv4 addresses). Ranges in `allowed` pass too.
 */
export function isPublicAddress(text: string, allowed: readonly AddressRange[] = []): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `::ffff:10.0.0.1` is 10.0.0.1.
  const address = ipaddr.process(text);
  if (address.range() === 'unicast' && !isHidden(address)) return true;
  return allowed.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/** Ranges that look public but lead to internal services. */
const HIDDEN = [
  // An obsolete notation of IPv4 addresses: `::127.0.0.1`.
  '::/96',
  // The metadata and DNS of Azure, and the metadata of Equinix Metal, have public addresses.
  '168.63.129.16/32',
  '192.80.8.124/32',
].map((range) => ipaddr.parseCIDR(range));
/** How the last 64 bits of an ISATAP address begin. They end with an IPv4 address. */
const ISATAP = ['0:5efe', '200:5efe'];

function isHidden(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv6) {
    const middle = address.parts.slice(4, 6).map((part) => part.toString(16));
    if (ISATAP.includes(middle.join(':'))) return true;
  }
  return HIDDEN.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/**
 * What is wrong with a URL that someone typed, judging by the text alone. The outbound client checks again when it
 * connects, since a name can resolve to any address.
 * @param allowed private ranges that may be reached anyway
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
  return isLocalName || isInside ? 'Must be an address on the public internet' : undefined;
}
