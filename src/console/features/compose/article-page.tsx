import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { useGetArticle } from '#generated/api/compose/compose.ts';
import { ArticleEditor } from './editor/article-editor.tsx';

/** `/projects/:projectId/compose/:articleId` */
export function ArticlePage() {
  const { articleId = '' } = useParams();
  const { orgId, projectId } = useActiveProject();
  const address = useMemo(() => ({ orgId, projectId, articleId }), [orgId, projectId, articleId]);
  const article = useGetArticle(orgId, projectId, articleId);
  if (article.data)
    return (
      <ArticleEditor
        key={articleId}
        address={address}
        article={article.data}
        fresh={article.isFetchedAfterMount}
      />
    );
  const error = failureOf(article);
  return (
    <Page
      title="Article"
      area="Compose"
      crumbs={[{ label: 'Compose', to: paths.articles(projectId) }]}
    >
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => void article.refetch()}
          action={
            <LinkButton to={paths.articles(projectId)} variant="subtle">
              All articles
            </LinkButton>
          }
        />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </Page>
  );
}
