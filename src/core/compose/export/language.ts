const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;
/** Language names, in English and in the language itself, are looked up among these tags. */
const TAGS =
  'en de fr es it pt nl pl sv da nb no fi cs sk sl hr hu ro bg el ru uk tr ar he fa ur hi bn ta th vi id ms ja ko zh ca et lv lt en-GB en-US pt-BR pt-PT de-AT de-CH fr-CA es-MX zh-Hans zh-Hant'.split(
    ' ',
  );

/** The tags by lower-case language name. Built once, because `Intl` is slow. */
let tagsByName: Map<string, string> | undefined;

function tagOf(name: string): string | undefined {
  tagsByName ??= new Map(
    TAGS.flatMap((tag) =>
      [tag, ...['en', tag].map((locale) => nameIn(locale, tag))].map((one) => [
        one.toLowerCase(),
        tag,
      ]),
    ),
  );
  return tagsByName.get(name);
}

function nameIn(locale: string, tag: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
}

/** The tag of a language that someone typed, such as `German`, `deutsch` or `de-AT`; undefined if unknown. */
export function languageTag(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  const isTag = TAG.test(wanted) && TAGS.includes(wanted.split('-')[0] ?? '');
  return tagOf(wanted) ?? (isTag ? wanted : undefined);
}

/** Whether a language that someone typed is written from right to left. */
export function isRightToLeft(name: string): boolean {
  return ['ar', 'he', 'fa', 'ur'].includes(languageTag(name)?.split('-')[0] ?? '');
}
