import { domainOf } from './domain.ts';

/** The longest email address that mail servers accept, and its longest part before the `@`. */
const ADDRESS_MAX = 254;
const LOCAL_MAX = 64;
/** What separates addresses: anything people paste from mail programs, sheets and lists. */
const SEPARATORS = /[\s|<>()[\]]+/u;

/**
 * A typed email address without the spaces around it, its characters composed (NFC).
 * @returns undefined if it isn't an email address
 */
export function parseAddress(typed: string): string | undefined {
  const address = typed.trim().normalize('NFC');
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || address.length > ADDRESS_MAX || local.length > LOCAL_MAX) return undefined;
  const isLocal =
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
  const isDomain =
    /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;
  return isLocal.test(local) && isDomain.test(domain) ? address : undefined;
}

/** What addresses are compared by: case and the composition of characters don't matter, plus signs do. */
export function addressKey(address: string): string {
  return address.trim().normalize('NFC').toLowerCase();
}

/**
 * The mailbox of an address: `Ada+two@Example.com` is read by `ada@example.com`, Gmail ignores dots too, and a domain is the
 * same in Unicode and in Punycode.
 */
export function mailboxOf(address: string): string {
  const key = addressKey(address.normalize('NFKC'));
  const at = key.lastIndexOf('@');
  const name = key.slice(0, Math.max(at, 0)).replace(/(?<=.)\+.*$/, '');
  const domain = domainOf(key) ?? key.slice(at + 1);
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** A pasted text that may be an address. */
export interface PastedAddress {
  /** The address, or what was pasted instead. */
  text: string;
  isValid: boolean;
}

/**
 * The addresses in a pasted text, such as `Ada <ada@example.com>; "Hopper, Grace" <grace@…>` or a column of a sheet.
 * Each is listed once. Words without `@` are names if there is an address beside them, and faults otherwise.
 */
export function splitAddresses(pasted: string): PastedAddress[] {
  const found = new Map<string, PastedAddress>();
  for (const line of pasted.replace(/"[^"\n]*"/g, ' ').split(/[\n;]/)) {
    const parts = line.split(',');
    // In `Hopper, Grace <grace@example.com>`, the first part belongs to the name.
    const entries = parts.filter((part, at) => part.includes('@') || !parts[at + 1]?.includes('<'));
    for (const text of entries.flatMap(addressesIn)) {
      const address = parseAddress(text);
      const key = addressKey(text);
      if (!found.has(key))
        found.set(key, { text: address ?? text, isValid: address !== undefined });
    }
  }
  return [...found.values()];
}

function addressesIn(entry: string): string[] {
  const words = entry
    .replaceAll(/mailto:/gi, ' ')
    .split(SEPARATORS)
    .filter(Boolean);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length > 0) return addresses.map((word) => word.replace(/[.:]+$/, ''));
  return words.length > 0 ? [words.join(' ')] : [];
}
