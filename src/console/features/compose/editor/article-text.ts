import { same } from '#console/modules/draft/canonical.ts';
import type { ServerDraft } from '#console/modules/draft/draft-types.ts';
import { sectionHeadings } from '#core/compose/article.ts';
import type { Article, ArticleContent, ArticleUpdate } from '#generated/model/index.ts';

/**
 * The editable part of an article. Sections are reduced to their Markdown, by heading ID: what the server derives
 * (status, citations) isn't included, and empty sections are left out.
 */
export type ArticleText = Pick<
  ArticleContent,
  'brief' | 'title' | 'titles' | 'outline' | 'seo' | 'images'
> & { sections: Readonly<Record<string, string>> };

/** The editable part of an article or a version. */
export function textOf(content: ArticleContent): ArticleText {
  const { brief, title, titles, outline, sections, seo, images } = content;
  const texts = sections.flatMap(({ id, markdown }) => (markdown === '' ? [] : [[id, markdown]]));
  return { brief, title, titles, outline, seo, images, sections: Object.fromEntries(texts) };
}

/** An article in the common form of drafts. */
export function toServerDraft(article: Article): ServerDraft<ArticleText> {
  const { etag, updated_by, updated_at } = article;
  return { content: textOf(article), etag, updated_by, updated_at };
}

/**
 * The changes to send.
 * @param before the saved text; null if unknown, in which case everything is sent
 */
export function changesOf(before: ArticleText | null, after: ArticleText): ArticleUpdate {
  const { sections, ...rest } = after;
  const { sections: known = {}, ...others } = before ?? {};
  const changed = Object.entries(rest).filter(
    ([key, value]) => !before || !same(value, others[key as keyof typeof others]),
  );
  const ids = new Set([...Object.keys(sections), ...Object.keys(known)]);
  const inOutline = new Set(sectionHeadings(after.outline).map(({ id }) => id));
  // Sections without a heading in the outline aren't sent.
  const texts = [...ids]
    .filter((id) => inOutline.has(id) && (sections[id] ?? '') !== (known[id] ?? ''))
    .map((id) => ({ id, markdown: sections[id] ?? '' }));
  return { ...Object.fromEntries(changed), ...(texts.length > 0 && { sections: texts }) };
}

/** Whether a stored value is valid and can be edited. */
export function isArticleText(value: unknown): value is ArticleText {
  if (typeof value !== 'object' || value === null) return false;
  const { brief, title, titles, outline, sections, seo, images } = value as Partial<ArticleText>;
  return (
    typeof brief?.topic === 'string' &&
    typeof title === 'string' &&
    typeof seo?.title === 'string' &&
    typeof sections === 'object' &&
    [titles, outline, images].every(Array.isArray)
  );
}
