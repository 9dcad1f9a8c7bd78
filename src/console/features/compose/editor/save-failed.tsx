import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { isApiError } from '#console/api/api-error.ts';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { createArticle, updateArticle } from '#generated/api/compose/compose.ts';
import { failureOf } from '../step/failure.ts';
import { FailureBox } from '../step/step-failure.tsx';
import { useArticleEditor } from './article-context.tsx';
import { changesOf } from './article-text.ts';

/** Says why the article can't be saved, as long as that is the case. Unsaved edits stay in this browser. */
export function SaveFailed() {
  const { address, draft } = useArticleEditor();
  const failure = useStore(draft.store, (state) => state.status === 'failed' && state.failure);
  const navigate = useNavigate();
  if (!failure) return null;
  const { message, errors } = failureOf(failure);

  const copy = async () => {
    const { orgId, projectId } = address;
    await attempt(async () => {
      const { images, ...text } = draft.store.getState().content;
      const { id, etag } = await mutate(createArticle, orgId, projectId, {});
      // Uploaded images were deleted together with the article.
      const own = images.filter(({ url }) => !url.startsWith('/'));
      const seo = { ...text.seo, image_id: null };
      const body = changesOf(null, { ...text, seo, images: own });
      await mutate(updateArticle, orgId, projectId, id, body, { 'If-Match': etag });
      draft.discard();
      navigate(paths.article(projectId, id), { replace: true });
    });
  };
  return (
    <FailureBox message={`${message} What you typed is kept in this browser.`} errors={errors}>
      {isApiError(failure, 404) && (
        <ActionButton size="xs" variant="default" onClick={copy}>
          Save as a new article
        </ActionButton>
      )}
    </FailureBox>
  );
}
