import ipaddr from 'ipaddr.js';

/**
 * The network for which attempts from an IP address are counted: the address itself, or its /64 for IPv6, because a
 * single household usually has a whole /64.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().fill(0, 8);
  return ipaddr.fromByteArray(bytes).toString();
}
