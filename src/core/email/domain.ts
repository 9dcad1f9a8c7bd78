/** Providers of mailboxes that anybody can get: their domains belong to no organisation. */
const PUBLIC = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com icloud.com
  me.com mac.com aol.com proton.me protonmail.com pm.me gmx.de gmx.net gmx.com gmx.at gmx.ch web.de mail.com
  mail.ru yandex.ru yandex.com qq.com 163.com 126.com sina.com foxmail.com naver.com hanmail.net daum.net
  zoho.com fastmail.com fastmail.fm hey.com tutanota.com tuta.io posteo.de posteo.net mailbox.org freenet.de
  t-online.de orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it
  btinternet.com sky.com virginmedia.com talktalk.net comcast.net verizon.net att.net sbcglobal.net cox.net
  bellsouth.net charter.net rediffmail.com seznam.cz wp.pl o2.pl interia.pl onet.pl ukr.net abv.bg rambler.ru
  mailinator.com guerrillamail.com 10minutemail.com yopmail.com trashmail.com temp-mail.org`.split(
    /\s+/,
  ),
);

/**
 * A domain in the form that domains are compared in: lower case, international ones in Punycode.
 * @param typed a domain; a leading `@` is ignored
 * @returns undefined if it isn't the domain of an email address
 */
export function parseDomain(typed: string): string | undefined {
  const name = typed.trim().normalize('NFC').replace(/^@/, '').replace(/\.$/, '');
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return undefined;
  const host = URL.parse(`http://${name}`)?.hostname;
  if (host === undefined || host.length > 253) return undefined;
  const labels = host.split('.');
  const isName = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  // Numbers at the end are IP addresses.
  const last = labels.at(-1) ?? '';
  return isName && labels.length > 1 && /[a-z]/.test(last) ? host : undefined;
}

/** The domain of an email address, in the same form; undefined if there is none. */
export function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  return at < 1 ? undefined : parseDomain(address.slice(at + 1));
}

/** Whether anybody can get an address of this domain. */
export function isPublicDomain(domain: string): boolean {
  return PUBLIC.has(domain);
}
