import { useQueryClient } from '@tanstack/react-query';
import { type AssembledArticle, assembled } from '#core/compose/export/assemble.ts';
import { getGetArticleQueryKey } from '#generated/api/compose/compose.ts';
import type { Article } from '#generated/model/index.ts';
import { useArticleEditor, useSavedArticle } from '../editor/article-context.tsx';

/**
 * The article as it is exported.
 * @returns saves what was typed first, because the server checks its citations
 */
export function useAssembled(): () => Promise<AssembledArticle> {
  const { address, draft } = useArticleEditor();
  const shown = useSavedArticle();
  const queryClient = useQueryClient();
  return async () => {
    await draft.flush();
    const { orgId, projectId, articleId } = address;
    const key = getGetArticleQueryKey(orgId, projectId, articleId);
    const saved = queryClient.getQueryData<Article>(key) ?? shown;
    return assembled(saved, { origin: location.origin });
  };
}
