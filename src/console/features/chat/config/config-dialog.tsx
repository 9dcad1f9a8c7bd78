import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import {
  getGetChatQueryKey,
  replaceChatConfig,
  useListChatConfigsInfinite,
} from '#generated/api/chat/chat.ts';
import { ChatConfig } from '#generated/model/chatConfig.zod.ts';
import type { Chat } from '#generated/model/index.ts';
import classes from './config.module.css';
import {
  missing,
  SUGGESTIONS_MAX,
  suggestionLines,
  TOP_K,
  toConfig,
  toValues,
} from './config-values.ts';
import { TargetFields } from './target-fields.tsx';

/** How a chat answers. Saving makes a new version, which later messages use. */
export function ConfigDialog({ chat, onClosed }: { chat: Chat; onClosed: () => void }) {
  const { at } = useActiveProject();
  const client = useQueryClient();
  const canEdit = chat.permissions.includes('edit');
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

  const queryKey = getGetChatQueryKey(...at, chat.id);
  const save = async (body: ChatConfig) => {
    const headers = { 'If-Match': chat.etag };
    const saved = await mutate(replaceChatConfig, ...at, chat.id, body, headers);
    client.setQueryData(queryKey, saved);
    return saved;
  };

  return (
    <FormDialog
      form={form}
      title="Chat configuration"
      size="lg"
      submit="Save configuration"
      disabledReason={canEdit ? null : "You can't edit this chat"}
      area="chat.update"
      onSubmit={save}
      success={({ config_version }) => `Configuration saved as version ${config_version}`}
      onStale={() => client.invalidateQueries({ queryKey })}
      onClosed={onClosed}
    >
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
            readOnly={!canEdit}
            {...form.getInputProps('system_prompt')}
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
          value={values.top_k}
          onChange={(top_k) => form.setFieldValue('top_k', top_k)}
          error={errors.top_k}
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
          description={`One per line, at most ${SUGGESTIONS_MAX}`}
          autosize
          minRows={2}
          maxRows={6}
          readOnly={!canEdit}
          value={values.suggestions.join('\n')}
          error={errors.suggestions}
          onChange={(event) =>
            form.setFieldValue('suggestions', suggestionLines(event.currentTarget.value))
          }
        />
      )}
      <Versions
        chat={chat}
        canEdit={canEdit}
        onRestore={(config) => form.setValues(toValues(config))}
      />
    </FormDialog>
  );
}

interface VersionsProps {
  chat: Chat;
  canEdit: boolean;
  /** Fills the form with an earlier version. */
  onRestore: (config: ChatConfig) => void;
}

function Versions({ chat, canEdit, onRestore }: VersionsProps) {
  const { at } = useActiveProject();
  const query = useListChatConfigsInfinite(
    ...at,
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
