import ipaddr from 'ipaddr.js';

/**
 * The networks that someone who has one of them probably has, too: those of the same /24, or of the same /32 for IPv6,
 * which is what a provider has.
 */
export function neighbourhoodOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray().fill(0, address.kind() === 'ipv4' ? 3 : 4);
  return ipaddr.fromByteArray(bytes).toString();
}

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
