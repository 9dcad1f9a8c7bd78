import type { SnippetLanguage } from '#core/task/snippets/snippets.ts';

/** The names of the languages of snippets. */
export const LANGUAGES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'cURL',
  typescript: 'TypeScript',
  python: 'Python',
  fetch: 'fetch',
};
