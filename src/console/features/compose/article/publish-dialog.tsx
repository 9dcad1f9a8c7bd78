import { Button, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import { paths } from '#console/modules/paths.ts';
import { DeliveryStatusBadge } from '#console/modules/webhook/delivery-status.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { getGetArticleQueryKey, publishArticle } from '#generated/api/compose/compose.ts';
import { useGetWebhookDelivery, useListWebhooks } from '#generated/api/webhook/webhook.ts';
import type { Article, ArticlePublication, Webhook } from '#generated/model/index.ts';
import { useArticleEditor, useSavedArticle } from '../editor/article-context.tsx';
import classes from './publish.module.css';

/** Sends the article to a webhook, and shows the result. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { address, draft } = useArticleEditor();
  const { orgId, projectId, articleId } = address;
  const { publication } = useSavedArticle();
  const queryClient = useQueryClient();
  const webhooks = useListWebhooks(orgId, projectId, { page_limit: 100 });
  const [chosen, setChosen] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSending, setSending] = useState(false);
  const ready = (webhooks.data?.results ?? []).filter(canPublish);
  const wanted = chosen ?? publication?.webhook_id;
  // The webhook of the last publication may have been deleted or paused since.
  const target = ready.find(({ id }) => id === wanted) ?? ready[0];
  const isThere = webhooks.data?.results.some(({ id }) => id === publication?.webhook_id) ?? false;

  const publish = async () => {
    if (!target || isSending) return;
    setSending(true);
    setProblems([]);
    try {
      const etag = await draft.flush();
      const headers = { 'If-Match': etag, 'Idempotency-Key': crypto.randomUUID() };
      const body = { webhook_id: target.id };
      const saved = await mutate(publishArticle, orgId, projectId, articleId, body, headers);
      queryClient.setQueryData<Article>(getGetArticleQueryKey(orgId, projectId, articleId), saved);
      track('Article published', {});
      await draft.refresh();
    } catch (error) {
      const errors = isApiError(error) ? (error.problem?.errors ?? []) : [];
      setProblems(errors.length > 0 ? errors.map(({ message }) => message) : [messageOf(error)]);
    } finally {
      setSending(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title="Publish article">
      <Loaded query={webhooks} skeleton={<FormSkeleton fields={1} />}>
        {() => (
          <Stack gap="md">
            {ready.length === 0 ? (
              <Text>
                No webhook in this project is subscribed to “Article published”. Create one, or add
                the event to an existing one.
              </Text>
            ) : (
              <Select
                label="Webhook"
                description="Receives the article as Markdown and HTML, with its images and footnotes."
                data={ready.map(({ id, name, url }) => ({ value: id, label: `${name} · ${url}` }))}
                value={target?.id ?? null}
                allowDeselect={false}
                data-autofocus
                onChange={setChosen}
              />
            )}
            {problems.length > 0 && (
              <ul className={classes.problems} role="alert">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
            {publication && <LastPublication publication={publication} isThere={isThere} />}
            <DialogFooter cancel="Close">
              {ready.length === 0 ? (
                <LinkButton to={paths.webhooks(projectId)}>Go to webhooks</LinkButton>
              ) : (
                <Button loading={isSending} disabled={!target} onClick={() => void publish()}>
                  {publication ? 'Publish again' : 'Publish'}
                </Button>
              )}
            </DialogFooter>
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}

function canPublish({ status, events }: Webhook): boolean {
  return status === 'active' && events.includes('article.published');
}

interface LastPublicationProps {
  publication: ArticlePublication;
  /** Whether its webhook still exists. */
  isThere: boolean;
}

/** The last publication and its delivery status. */
function LastPublication({ publication, isThere }: LastPublicationProps) {
  const { orgId, projectId } = useArticleEditor().address;
  const { webhook_id, webhook_name, delivery_id, published_at } = publication;
  const detail = useGetWebhookDelivery(orgId, projectId, webhook_id, delivery_id, {
    query: {
      enabled: isThere,
      staleTime: 0,
      meta: { silent: true },
      refetchInterval: ({ state }) => (state.data?.delivery.status === 'pending' ? 2000 : false),
    },
  });
  const delivery = detail.data?.delivery;
  return (
    <section className={classes.last} aria-label="Last publication">
      <div className={classes.line}>
        {delivery && <DeliveryStatusBadge delivery={delivery} />}
        {isThere ? (
          <Link to={paths.webhook(projectId, webhook_id)} className={classes.link}>
            {webhook_name}
          </Link>
        ) : (
          <span>{webhook_name}</span>
        )}
        <span className={classes.dimmed}>
          <RelativeTime value={published_at} />
        </span>
      </div>
      {delivery && delivery.response_status !== null && (
        <p className={classes.dimmed}>Response: HTTP {delivery.response_status}</p>
      )}
      {delivery?.error && <p className={classes.dimmed}>{delivery.error}</p>}
      {!isThere && <p className={classes.dimmed}>This webhook has been deleted.</p>}
      {detail.error && <p className={classes.dimmed}>This delivery is no longer in the log.</p>}
    </section>
  );
}
