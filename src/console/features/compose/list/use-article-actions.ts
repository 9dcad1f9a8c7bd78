import { useQueryClient } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  createArticle,
  deleteArticle,
  getListArticlesInfiniteQueryKey,
  getListArticlesQueryKey,
} from '#generated/api/compose/compose.ts';
import type { Article, ArticleSummary } from '#generated/model/index.ts';
import { nameOf } from './article-name.ts';

/** Creates and deletes articles. */
export function useArticleActions() {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const confirm = useConfirm();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: getListArticlesInfiniteQueryKey(orgId, projectId) }),
      client.invalidateQueries({ queryKey: getListArticlesQueryKey(orgId, projectId) }),
    ]);

  return {
    /** Creates an empty article. Undefined if that failed. */
    async create(): Promise<Article | undefined> {
      let article: Article | undefined;
      await attempt(async () => {
        article = await mutate(createArticle, orgId, projectId, {});
        void refresh();
      });
      return article;
    },

    /** Asks for confirmation, naming the article. */
    async remove(article: ArticleSummary): Promise<boolean> {
      const name = nameOf(article);
      return confirm({
        title: `Delete “${name}”?`,
        body: "Its versions and images are deleted too. Published copies are not affected. This can't be undone.",
        confirmLabel: 'Delete article',
        danger: true,
        action: async () => {
          await mutate(deleteArticle, orgId, projectId, article.id);
          return refresh();
        },
        success: `“${name}” deleted`,
      });
    },
  };
}
