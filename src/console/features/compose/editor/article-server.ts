import type { QueryClient } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import type { DraftServer } from '#console/modules/draft/draft-types.ts';
import { saveFailure } from '#console/modules/draft/save-failure.ts';
import {
  getArticle,
  getGetArticleQueryKey,
  updateArticle,
} from '#generated/api/compose/compose.ts';
import type { Article, ArticleProposal } from '#generated/model/index.ts';
import { type ArticleText, changesOf, textOf, toServerDraft } from './article-text.ts';

export interface ArticleAddress {
  orgId: string;
  projectId: string;
  articleId: string;
}

/** An accepted proposal. The server takes its sources from the run that wrote it. */
export type Accepted = Map<string, Pick<ArticleProposal, 'markdown'> & { runId: string }>;

/**
 * An article's connection to the product API. Responses are also written to the query cache.
 * @param loaded the article when the editor opened
 */
export function createArticleServer(
  { orgId, projectId, articleId }: ArticleAddress,
  queryClient: QueryClient,
  loaded: Article,
  accepted: Accepted,
): DraftServer<ArticleText> {
  let known = { etag: loaded.etag, text: textOf(loaded) };
  const remember = (article: Article) => {
    known = { etag: article.etag, text: textOf(article) };
    queryClient.setQueryData(getGetArticleQueryKey(orgId, projectId, articleId), article);
    return toServerDraft(article);
  };
  return {
    async save(text, etag) {
      const changes = changesOf(known.etag === etag ? known.text : null, text);
      const sections = changes.sections?.map((section) => {
        const proposal = accepted.get(section.id);
        return proposal?.markdown === section.markdown
          ? { ...section, run_id: proposal.runId }
          : section;
      });
      const body = { ...changes, ...(sections && { sections }) };
      const headers = { 'If-Match': etag };
      return remember(await mutate(updateArticle, orgId, projectId, articleId, body, headers));
    },
    load: async () => remember(await getArticle(orgId, projectId, articleId)),
    failure: saveFailure,
  };
}
