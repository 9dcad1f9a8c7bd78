import { Button, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  getGetChatQueryKey,
  useListChatConfigsInfinite,
  useReplaceChatConfig,
} from '#generated/api/chat/chat.ts';
import { ChatConfig, chatConfigSystemPromptMax } from '#generated/model/chatConfig.zod.ts';
import type { Chat } from '#generated/model/index.ts';
import classes from './config.module.css';
import { missing, TOP_K, toConfig, toValues } from './config-values.ts';
import { TargetFields } from './target-fields.tsx';

interface ConfigDialogProps {
  chat: Chat;
  onClosed: () => void;
}

/** How a chat answers. Saving makes a new version, which later messages use. */
export function ConfigDialog({ chat, onClosed }: ConfigDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const [opened, setOpened] = useState(true);
  const canEdit = chat.permissions.includes('edit');
  const replace = useReplaceChatConfig({
    mutation: { meta: { area: 'chat.update', fields: true } },
  });
  const form = useForm(
    contractForm(ChatConfig, {
      initialValues: toValues(chat.config),
      body: toConfig,
      verbatim: ['system_prompt'],
      validate: missing,
    }),
  );
  const { values, errors } = form;
  const isTask = values.type === 'task';

  const save = async (data: ChatConfig) => {
    const headers = { 'If-Match': chat.etag };
    const saved = await replace.mutateAsync({ orgId, projectId, chatId: chat.id, data, headers });
    client.setQueryData(getGetChatQueryKey(orgId, projectId, chat.id), saved);
    toast.success(`Configuration saved as version ${saved.config_version}`);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title="Chat configuration"
      size="lg"
    >
      <Form
        form={form}
        label="Chat configuration"
        guard
        onSubmit={save}
        onSaved={() => setOpened(false)}
        onStale={() =>
          client.invalidateQueries({ queryKey: getGetChatQueryKey(orgId, projectId, chat.id) })
        }
      >
        <Stack gap="md">
          <TargetFields
            values={values}
            errors={errors}
            disabled={!canEdit}
            onChange={(change) => form.setValues(change)}
          />
          {!isTask && (
            <>
              <Textarea
                label="System prompt"
                description="The model's role and rules"
                autosize
                minRows={2}
                maxRows={10}
                maxLength={chatConfigSystemPromptMax}
                readOnly={!canEdit}
                {...form.getInputProps('systemPrompt')}
              />
              <NumberField
                label="Temperature"
                description="0 = deterministic, 2 = most varied"
                placeholder="Model's default"
                min={0}
                step={0.1}
                disabled={!canEdit}
                {...form.getInputProps('temperature')}
              />
            </>
          )}
          {values.type === 'collections' && (
            <NumberField
              label="Top K"
              description="Maximum number of passages per answer, 1 to 50"
              placeholder={String(TOP_K)}
              min={1}
              max={50}
              disabled={!canEdit}
              value={values.topK}
              onChange={(topK) => form.setFieldValue('topK', topK)}
              error={errors.topK}
            />
          )}
          <Textarea
            label="Greeting"
            description="Shown while the chat is empty"
            autosize
            minRows={1}
            readOnly={!canEdit}
            {...form.getInputProps('greeting')}
          />
          {!isTask && (
            <Textarea
              label="Suggested questions"
              description="One per line, at most 6"
              autosize
              minRows={2}
              maxRows={6}
              readOnly={!canEdit}
              value={values.suggestions.join('\n')}
              error={errors.suggestions}
              onChange={(event) =>
                form.setFieldValue(
                  'suggestions',
                  event.currentTarget.value
                    .split('\n')
                    .slice(0, 6)
                    .map((one) => one.slice(0, 200)),
                )
              }
            />
          )}
          <Versions
            chat={chat}
            canEdit={canEdit}
            onRestore={(config) => form.setValues(toValues(config))}
          />
          <SubmitBar
            label="Save configuration"
            disabledReason={canEdit ? null : "You can't edit this chat"}
          />
        </Stack>
      </Form>
    </Modal>
  );
}

interface VersionsProps {
  chat: Chat;
  canEdit: boolean;
  /** Fills the form with an earlier version. */
  onRestore: (config: ChatConfig) => void;
}

function Versions({ chat, canEdit, onRestore }: VersionsProps) {
  const { orgId, projectId } = useActiveProject();
  const query = useListChatConfigsInfinite(
    orgId,
    projectId,
    chat.id,
    { page_limit: 20 },
    { query: { ...paged, meta: { silent: true } } },
  );
  const versions = flatten(query.data);
  if (versions.length < 2) return null;
  return (
    <details>
      <summary>Versions ({chat.config_version})</summary>
      <ul className={classes.versions} aria-label="Versions">
        {versions.map(({ version, config, created_by, created_at }) => (
          <li key={version} className={classes.version}>
            <span className="tl-mono">v{version}</span>
            <span className="tl-truncate">
              {created_by.name} · <RelativeTime value={created_at} />
            </span>
            {version === chat.config_version ? (
              <span>Current</span>
            ) : (
              canEdit && (
                <Button variant="subtle" size="compact-sm" onClick={() => onRestore(config)}>
                  Restore
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="subtle" size="compact-sm" onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </details>
  );
}
