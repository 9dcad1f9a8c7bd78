import ipaddr from 'ipaddr.js';

/**
 * What an address counts as when attempts are counted: itself, or for IPv6 its /64, because that much
 * one household has to itself.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().fill(0, 8);
  return ipaddr.fromByteArray(bytes).toString();
}
