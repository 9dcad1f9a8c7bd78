const MAX = 60;
/** Something that mail programs turn into a link: `evil.com`, `www.evil`, `http://…`, `a@b`. */
const LINK = /[/@\\:]|www\.|[\p{L}\p{N}]{2,}\.[\p{L}\p{N}]{2,}/iu;

/**
 * A name as it may appear in an email that we send. Anyone can sign up with someone else's address, so a name must not
 * carry a message: no links, line breaks or invisible characters, and not more than a name's length.
 * @returns undefined if nothing is left of it or it contains a link
 */
export function mailName(name: string): string | undefined {
  const plain = name
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/[<>"`[\](){}|]/g, '')
    .trim();
  if (plain === '' || plain.length > MAX || LINK.test(plain)) return undefined;
  return plain;
}

/** The first line of an email. */
export function greeting(name: string): string {
  const known = mailName(name);
  return known === undefined ? 'Hello,' : `Hello ${known},`;
}
