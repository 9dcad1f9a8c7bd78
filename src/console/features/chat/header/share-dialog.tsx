import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { absoluteUrl } from '#console/api/config.ts';
import { mutate } from '#console/api/query/calls.ts';
import { usePageThing } from '#console/modules/permission/thing-context.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EXPIRIES, expiryAfter } from '#console/modules/sharing/link-expiry.ts';
import { SharePeople } from '#console/modules/sharing/share-people.tsx';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  createChatLink,
  revokeChatLink,
  shareChat,
  useListChatLinks,
} from '#generated/api/chat/chat.ts';
import type { Chat, ChatAudience, ChatLink } from '#generated/model/index.ts';
import { useChatActions } from '../use-chat-actions.ts';
import classes from './header.module.css';

const AUDIENCES: Record<ChatAudience, string> = {
  private: 'Only you',
  project: 'Everyone in the project can read and write',
  organization: 'Project members can read and write, others in the organisation can read',
};

/** Who may read a chat: people with an account, and everyone with a link. */
export function ShareDialog({ chat, onClosed }: { chat: Chat; onClosed: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const actions = useChatActions();
  const isGuest = usePageThing()?.isGuest ?? false;
  const [url, setUrl] = useState<string | null>(null);

  const share = (audience: ChatAudience) =>
    attempt(async () => {
      actions.put(await mutate(shareChat, orgId, projectId, chat.id, { audience }));
      await actions.refreshLists();
    });

  return (
    <Modal
      onClosed={onClosed}
      title={url === null ? 'Share chat' : 'Link created'}
      closable={url === null}
      size="lg"
    >
      {(done) =>
        url !== null ? (
          <Stack gap="md">
            <Text>Copy the link now: it isn't shown again. You can revoke it at any time.</Text>
            <CodeBlock code={url} what="link" wrap />
            <DialogFooter cancel={null}>
              <Button onClick={() => setUrl(null)}>I've copied it</Button>
            </DialogFooter>
          </Stack>
        ) : (
          <Stack gap="md">
            <SelectField
              label="Who can open this chat"
              options={Object.entries(AUDIENCES).map(([value, label]) => ({ value, label }))}
              value={chat.audience}
              onChange={(value) => void share(value as ChatAudience)}
            />
            <SharePeople
              target={{ type: 'chat', id: chat.id, orgId, projectId }}
              isGuest={isGuest}
            />
            <Links chat={chat} onCreated={setUrl} />
            <DialogFooter cancel={null}>
              <Button onClick={done}>Done</Button>
            </DialogFooter>
          </Stack>
        )
      }
    </Modal>
  );
}

function Links({ chat, onCreated }: { chat: Chat; onCreated: (url: string) => void }) {
  const { orgId, projectId } = useActiveProject();
  const at = [orgId, projectId, chat.id] as const;
  const query = useListChatLinks(...at);
  const [days, setDays] = useState('7');

  const create = async () => {
    await attempt(async () => {
      const created = await mutate(createChatLink, ...at, { expires_at: expiryAfter(days) });
      onCreated(/^https?:/.test(created.url) ? created.url : absoluteUrl(created.url, ''));
    });
  };
  const revoke = (link: ChatLink) =>
    attempt(() => mutate(revokeChatLink, ...at, link.id), { success: 'Link revoked' });

  return (
    <section aria-labelledby="chat-links">
      <h3 id="chat-links" className={classes.subtitle}>
        Public links
      </h3>
      <Text size="sm" c="dimmed">
        Everyone with a link can read all messages without an account, including those added later,
        with the names of cited documents. They don't see the configuration, the inputs or the
        passages.
      </Text>
      <div className={classes.newLink}>
        <SelectField label="Expires after" options={EXPIRIES} value={days} onChange={setDays} />
        <ActionButton variant="default" onClick={create}>
          Create link
        </ActionButton>
      </div>
      {query.error && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      <ul className={classes.links} aria-label="Public links">
        {query.data?.results.map((link) => (
          <li key={link.id}>
            <span>
              {link.created_by.name} · {linkState(link)}
              <br />
              <span className={classes.viewed}>
                Last viewed: <RelativeTime value={link.last_viewed_at} />
              </span>
            </span>
            <Button variant="subtle" color="red" onClick={() => void revoke(link)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function linkState({ expires_at }: ChatLink): string {
  if (expires_at === null) return 'never expires';
  const isOver = Date.parse(expires_at) <= Date.now();
  return `${isOver ? 'expired' : 'expires'} ${formatDateTime(expires_at)}`;
}
