import type { Domain } from '../domain.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { factsOf } from './article-edit.ts';
import type { ArticleRow, StoredContent } from './compose.tables.ts';

export type ComposeDomain = Pick<
  Domain,
  | 'stores'
  | 'run'
  | 'runnables'
  | 'assist'
  | 'model'
  | 'secrets'
  | 'files'
  | 'webhook'
  | 'chat'
  | 'apiUrl'
>;

/** The project and ID of an article. */
export interface ArticlePlace {
  orgId: string;
  projectId: string;
  articleId: string;
}

/** The contents of an article; 0 is the current state. */
export async function contentOf(
  { compose }: Pick<Stores, 'compose'>,
  article_id: string,
  number = 0,
): Promise<StoredContent> {
  return (await mustFind(compose.contents.find({ article_id, number }))).content;
}

/**
 * Changes an article under a lock.
 * @param edit returns the new contents, or undefined if there is nothing to change
 * @returns the row with its new version
 * @throws ProblemError 404, 409 when it gets too large
 */
export async function changeArticle(
  stores: Stores,
  { projectId, articleId }: Pick<ArticlePlace, 'projectId' | 'articleId'>,
  by: { id: string; name: string },
  edit: (
    row: ArticleRow,
    content: StoredContent,
  ) => Promise<StoredContent | undefined> | StoredContent | undefined,
): Promise<ArticleRow> {
  const { articles, contents } = stores.compose;
  const row = await mustFind(articles.lock({ id: articleId, project_id: projectId }));
  const content = await edit(row, await contentOf(stores, articleId));
  // Editing may have saved a version.
  const before = await mustFind(articles.find({ id: articleId }));
  if (!content) return before;
  const changed: ArticleRow = {
    ...before,
    ...factsOf(content),
    version: row.version + 1,
    updated_by_id: by.id,
    updated_by_name: by.name,
    updated_at: new Date().toISOString(),
  };
  await contents.put({ article_id: articleId, number: 0, content });
  await articles.put(changed);
  return changed;
}
