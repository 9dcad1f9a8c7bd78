import type { ArticleText } from './article-text.ts';

type Lines = {
  readonly [K in keyof ArticleText]: { label: string; lines: (part: ArticleText[K]) => string[] };
};

/** The parts of an article as lines of text, to compare two versions of it. */
export const ARTICLE_LINES: Lines = {
  brief: {
    label: 'Brief',
    lines: (brief) => [
      `Topic: ${brief.topic}`,
      `Audience: ${brief.audience}`,
      `Tone: ${brief.tone}`,
      `Length: ${brief.length} words`,
      `Language: ${brief.language}`,
      `Keywords: ${brief.keywords.join(', ')}`,
      `Collections: ${brief.collection_ids.join(', ')}`,
      `Model: ${brief.model_id ?? 'default'}`,
      `Instructions: ${brief.instructions}`,
    ],
  },
  title: { label: 'Title', lines: (title) => [title] },
  titles: {
    label: 'Title ideas',
    lines: (titles) => titles.map(({ text, kept }) => (kept ? `${text} (kept)` : text)),
  },
  outline: {
    label: 'Outline',
    lines: (outline) =>
      outline.flatMap(({ level, heading, notes }) => [
        `${'#'.repeat(level)} ${heading}`,
        ...(notes === '' ? [] : [notes]),
      ]),
  },
  sections: {
    label: 'Sections',
    lines: (sections) =>
      Object.values(sections).flatMap((markdown) => [...markdown.split('\n'), '']),
  },
  seo: {
    label: 'Search and social',
    lines: (seo) => [
      `Title: ${seo.title}`,
      `Description: ${seo.description}`,
      `URL slug: ${seo.slug}`,
      `Keywords: ${seo.keywords.join(', ')}`,
      `Image: ${seo.image_id ?? 'none'}`,
    ],
  },
  images: {
    label: 'Images',
    lines: (images) => images.map(({ url, alt }) => (alt === '' ? url : `${alt}: ${url}`)),
  },
};
