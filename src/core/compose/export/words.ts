import type { ArticleFootnote } from '#generated/model/index.ts';
import { languageTag } from './language.ts';

/** The texts that exports add to an article, in its language. */
interface Words {
  /** The heading above the sources. */
  sources: string;
  /** The place of a page: `p. 2`. */
  page: (number: number) => string;
  /** Shown for a source that doesn't support every claim that cites it. */
  unsupported: string;
  /** The link from a source to the text. */
  back: string;
}

const ENGLISH: Words = {
  sources: 'Sources',
  page: (number) => `p. ${number}`,
  unsupported: "doesn't support every claim that cites it",
  back: 'Back to the text',
};

/** Words by language: all of them for the languages that the brief suggests, otherwise at least the heading. */
const WORDS: Readonly<Record<string, Partial<Words>>> = {
  ar: { sources: 'المصادر' },
  cs: { sources: 'Zdroje' },
  da: { sources: 'Kilder' },
  de: {
    sources: 'Quellen',
    page: (number) => `S. ${number}`,
    unsupported: 'belegt nicht jede Aussage, die sich darauf beruft',
    back: 'Zurück zum Text',
  },
  es: {
    sources: 'Fuentes',
    unsupported: 'no respalda todas las afirmaciones que la citan',
    back: 'Volver al texto',
  },
  fi: { sources: 'Lähteet' },
  fr: {
    unsupported: 'ne confirme pas toutes les affirmations qui la citent',
    back: 'Retour au texte',
  },
  he: { sources: 'מקורות' },
  it: {
    sources: 'Fonti',
    unsupported: 'non conferma tutte le affermazioni che la citano',
    back: 'Torna al testo',
  },
  ja: {
    sources: '出典',
    page: (number) => `${number}ページ`,
    unsupported: '引用している記述のすべてを裏付けるものではありません',
    back: '本文に戻る',
  },
  ko: { sources: '출처' },
  nb: { sources: 'Kilder' },
  nl: {
    sources: 'Bronnen',
    unsupported: 'ondersteunt niet elke bewering die ernaar verwijst',
    back: 'Terug naar de tekst',
  },
  no: { sources: 'Kilder' },
  pl: {
    sources: 'Źródła',
    page: (number) => `s. ${number}`,
    unsupported: 'nie potwierdza wszystkich twierdzeń, które się na nie powołują',
    back: 'Powrót do tekstu',
  },
  pt: {
    sources: 'Fontes',
    unsupported: 'não confirma todas as afirmações que a citam',
    back: 'Voltar ao texto',
  },
  ru: { sources: 'Источники' },
  sv: { sources: 'Källor' },
  tr: { sources: 'Kaynaklar' },
  uk: { sources: 'Джерела' },
  zh: {
    sources: '来源',
    page: (number) => `第 ${number} 页`,
    unsupported: '并不支持所有引用它的说法',
    back: '返回正文',
  },
};

/** The words in a language that someone typed. Those that are missing are English. */
export function wordsOf(language: string): Words {
  return { ...ENGLISH, ...WORDS[languageTag(language)?.split('-')[0] ?? ''] };
}

/** A footnote's text: `Launch notes.pdf, p. 2: “Pick the day first.”` */
export function footnoteText(
  { document_name, page, quote, supported }: ArticleFootnote,
  words: Words,
): string {
  const place = page === null ? document_name : `${document_name}, ${words.page(page)}`;
  const said = quote === null ? place : `${place}: “${quote.replace(/\s+/g, ' ').trim()}”`;
  return supported ? said : `${said} (${words.unsupported})`;
}
