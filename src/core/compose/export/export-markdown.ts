import type { AssembledArticle } from './assemble.ts';
import { footnoteText, wordsOf } from './words.ts';

/**
 * An article as Markdown, with footnotes.
 * @param options.isBody without the front matter and the title
 */
export function toMarkdown(article: AssembledArticle, { isBody = false } = {}): string {
  const { title, seo, footnotes, origin, sections, language } = article;
  const body = withOrigin(sections.join('\n\n'), origin);
  const words = wordsOf(language);
  const notes = footnotes.map((note) => `[^${note.number}]: ${escaped(footnoteText(note, words))}`);
  // Renderers show footnotes at the end of the text, below this heading.
  const list = notes.length > 0 ? [`## ${words.sources}`, notes.join('\n')] : [];
  const text = [body, ...list].join('\n\n');
  if (isBody) return text;
  // JSON is YAML, so nothing in a text can end its line.
  const matter = {
    title: seo.title || title,
    description: seo.description,
    slug: seo.slug,
    keywords: seo.keywords,
    ...(article.image && { image: article.image.url }),
  };
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n# ${escaped(title)}\n\n${text}\n`;
}

/** Makes the URLs of uploaded images absolute. */
function withOrigin(markdown: string, origin: string): string {
  return origin === '' ? markdown : markdown.replace(/\]\((<?)\/files\//g, `]($1${origin}/files/`);
}

/** Escapes text and puts it on one line. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
