import type {
  ArticleContent,
  ArticleFootnote,
  ArticleImage,
  ArticleSection,
  ArticleSeo,
} from '#generated/model/index.ts';
import { readMarks } from '../../collection/cite/marks.ts';
import { safeImage } from './inline.ts';

/** An article as it is exported. */
export interface AssembledArticle {
  title: string;
  language: string;
  seo: ArticleSeo;
  /** Their Markdown, which cites footnotes as `[^1]`. */
  sections: string[];
  footnotes: ArticleFootnote[];
  /** For social networks. */
  image: ArticleImage | null;
  /** With absolute addresses. */
  images: ArticleImage[];
  /** Where addresses that begin with a slash are. */
  origin: string;
}

type Exported = Pick<ArticleContent, 'title' | 'brief' | 'seo' | 'images' | 'sections'>;

/**
 * Joins the sections of an article, whose passages are numbered section by section, into one text with footnotes.
 * @param options.origin of this server, such as `https://taskloom.example`
 */
export function assembled(article: Exported, { origin = '' } = {}): AssembledArticle {
  const { title, brief, seo, sections } = article;
  const footnotes: ArticleFootnote[] = [];
  const numbers = new Map<string, number>();
  const texts = sections
    .filter(({ markdown }) => markdown.trim() !== '')
    .map((section) => withFootnotes(section, (number) => footnoteOf(section, number)));

  function footnoteOf({ passages, citations }: ArticleSection, number: number): number | undefined {
    const passage = passages.find((one) => one.number === number);
    if (!passage) return undefined;
    const own = citations.filter((one) => one.number === number);
    const quote = own.find((one) => one.quote !== null)?.quote ?? null;
    const supported = own.every((one) => one.supported);
    const key = JSON.stringify([passage.document_id, passage.page, passage.chunk_id]);
    const known = numbers.get(key);
    if (known !== undefined) {
      const note = footnotes[known - 1];
      if (note) note.supported &&= supported;
      return known;
    }
    const { document_id, document_name, page } = passage;
    const next = footnotes.length + 1;
    footnotes.push({ number: next, document_id, document_name, page, quote, supported });
    numbers.set(key, next);
    return next;
  }

  const images = article.images.map((image) => {
    return { ...image, url: safeImage(image.url, origin) ?? image.url };
  });
  return {
    title: title.trim(),
    language: brief.language,
    seo,
    sections: texts,
    footnotes,
    image: images.find(({ id }) => id === seo.image_id) ?? null,
    images,
    origin,
  };
}

/** A section's text with footnotes instead of its citations. Numbers that are no citations stay. */
function withFootnotes(
  { markdown, passages }: ArticleSection,
  footnoteOf: (number: number) => number | undefined,
): string {
  if (passages.length === 0) return markdown.trim();
  const { text, marks } = readMarks(markdown, 999);
  let from = 0;
  const parts = marks.map(({ start, end, numbers }) => {
    const notes = numbers.map(footnoteOf);
    const isCited = notes.length > 0 && notes.every((note) => note !== undefined);
    const cited = isCited ? notes.map((note) => `[^${note}]`).join('') : text.slice(start, end);
    const part = text.slice(from, start) + cited;
    from = end;
    return part;
  });
  return (parts.join('') + text.slice(from)).trim();
}
