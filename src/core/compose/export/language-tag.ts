const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;
/** The languages that `Intl` names, in English and in themselves, are looked up among these. */
const TAGS =
  'en de fr es it pt nl pl sv da nb fi cs sk sl hr hu ro bg el ru uk tr ar he fa hi bn ta th vi id ms ja ko zh ca et lv lt'.split(
    ' ',
  );

/** The tag of a language that somebody named: `German`, `deutsch` and `de-AT` are known; undefined for others. */
export function languageTag(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  const known = TAGS.find((tag) =>
    [tag, 'en'].some(
      (locale) =>
        new Intl.DisplayNames(locale, { type: 'language' }).of(tag)?.toLowerCase() === wanted,
    ),
  );
  if (known) return known;
  return TAG.test(wanted) && TAGS.includes(wanted.split('-')[0] ?? '') ? wanted : undefined;
}
