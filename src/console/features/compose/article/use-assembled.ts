import { useQueryClient } from '@tanstack/react-query';
import { sectionHeadings } from '#core/compose/article.ts';
import { type AssembledArticle, assembled } from '#core/compose/export/assemble.ts';
import { getGetArticleQueryKey } from '#generated/api/compose/compose.ts';
import type { Article } from '#generated/model/index.ts';
import { useArticleEditor, useSavedArticle } from '../editor/article-context.tsx';
import type { ArticleText } from '../editor/article-text.ts';

/**
 * Prepares the article for export.
 * @returns a function that saves unsaved edits first, because the server checks the citations; if saving fails, they
 *   are exported anyway
 */
export function useAssembled(): () => Promise<AssembledArticle> {
  const { address, draft } = useArticleEditor();
  const shown = useSavedArticle();
  const queryClient = useQueryClient();
  return async () => {
    const isSaved = await draft.flush().then(
      () => true,
      () => false,
    );
    const { orgId, projectId, articleId } = address;
    const key = getGetArticleQueryKey(orgId, projectId, articleId);
    const saved = queryClient.getQueryData<Article>(key) ?? shown;
    return assembled(isSaved ? saved : withText(saved, draft.store.getState().content), {
      origin: location.origin,
    });
  };
}

/** An article with unsaved text. Its sections keep their saved passages. */
function withText(saved: Article, { sections, ...text }: ArticleText): Article {
  return {
    ...saved,
    ...text,
    sections: sectionHeadings(text.outline).map(({ id }) => {
      const { citations = [], passages = [] } = saved.sections.find((one) => one.id === id) ?? {};
      return { id, markdown: sections[id] ?? '', status: 'done', citations, passages };
    }),
  };
}
