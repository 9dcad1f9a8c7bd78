import type {
  ArticleContent,
  ArticleFootnote,
  ArticleImage,
  ArticleSection,
  ArticleSeo,
} from '#generated/model/index.ts';
import { readMarks } from '../../collection/cite/marks.ts';
import { safeImage } from './inline.ts';
import { addSource, type Source, sourceOf, sourcesOf } from './sources.ts';

/** An article, ready to be exported. */
export interface AssembledArticle {
  title: string;
  language: string;
  seo: ArticleSeo;
  /** The Markdown of all sections, which cites footnotes as `[^1]`. */
  sections: string[];
  footnotes: ArticleFootnote[];
  /** The image for social networks. */
  image: ArticleImage | null;
  /** All images, with absolute URLs. */
  images: ArticleImage[];
  /** The origin of URLs that begin with a slash. */
  origin: string;
}

type Exported = Pick<ArticleContent, 'title' | 'brief' | 'seo' | 'images' | 'sections'>;

/**
 * Joins the sections of an article into one text with footnotes. Before that, passages are numbered per section.
 * @param options.origin of this server, such as `https://taskloom.example`
 */
export function assembled(article: Exported, { origin = '' } = {}): AssembledArticle {
  const { title, brief, seo, sections } = article;
  const sources = sourcesOf(sections);
  const texts = sections
    .filter(({ markdown }) => markdown.trim() !== '')
    .map((section) => withFootnotes(section, sources));
  const images = article.images.map((image) => {
    return { ...image, url: safeImage(image.url, origin) ?? image.url };
  });
  return {
    title: title.trim(),
    language: brief.language,
    seo,
    sections: texts,
    footnotes: sources.map(({ footnote }) => footnote),
    image: images.find(({ id }) => id === seo.image_id) ?? null,
    images,
    origin,
  };
}

/** Replaces the citations in a section's text with footnotes. Numbers that aren't citations stay. */
function withFootnotes({ markdown, passages }: ArticleSection, sources: Source[]): string {
  if (passages.length === 0) return markdown.trim();
  const cited = (number: number) => {
    const passage = passages.find((one) => one.number === number);
    if (!passage) return `[${number}]`;
    // Only the first citations of a section are checked, so this may be the first one of its passage.
    const { footnote } = sourceOf(sources, passage) ?? addSource(sources, passage);
    return `[^${footnote.number}]`;
  };
  const { text, marks } = readMarks(markdown, 999);
  let from = 0;
  const parts = marks.map(({ start, end, numbers }) => {
    const part = text.slice(from, start) + numbers.map(cited).join('');
    from = end;
    return part;
  });
  return (parts.join('') + text.slice(from)).trim();
}
