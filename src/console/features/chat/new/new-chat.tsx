import { Button, FileButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { mutate } from '#console/api/query/calls.ts';
import { sampleCollection } from '#console/modules/collection/sample-collection.ts';
import { paths } from '#console/modules/paths.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useFileDrop } from '#console/modules/upload/use-file-drop.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { PlainTextarea } from '#console/ui/form/plain.tsx';
import { submits } from '#console/ui/form/submits.ts';
import { createChat, getGetChatQueryKey } from '#generated/api/chat/chat.ts';
import { AttachmentChips } from '../composer/attachment-chips.tsx';
import composer from '../composer/composer.module.css';
import { saveDraft } from '../composer/draft.ts';
import { type FirstMessage, handFiles } from '../composer/first-files.ts';
import { choose } from '../composer/use-attachments.ts';
import { type ConfigValues, missing, toConfig, toValues } from '../config/config-values.ts';
import { TargetFields } from '../config/target-fields.tsx';
import { useChatActions } from '../use-chat-actions.ts';
import classes from './new-chat.module.css';

/**
 * The start of a chat: what to talk to, and the first message. Not a `Form`: the message and its files aren't part of the
 * request that creates the chat, but are sent from its page.
 */
export function NewChat() {
  const { at, orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const actions = useChatActions();
  const edit = useEditPermission();
  const [values, setValues] = useState<ConfigValues>(() => toValues({ type: 'collections' }));
  const [text, setText] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [chosen, setChosen] = useState<ReturnType<typeof choose>>([]);
  // While the chat is created, nothing can be added to its first message: it would be lost.
  const attach = (files: readonly File[]) => {
    if (!isStarting) setChosen([...chosen, ...choose(files, chosen.length, 'ready')]);
  };
  const reset = useRef<() => void>(null);
  const isTask = values.type === 'task';
  const drop = useFileDrop(({ files }) => !isTask && attach([...files]));
  const errors = isAttempted ? missing(values) : {};

  const start = async () => {
    if (isStarting) return;
    setProblem(null);
    if (Object.keys(missing(values)).length > 0) {
      setAttempted(true);
      return;
    }
    setStarting(true);
    try {
      const chat = await mutate(createChat, ...at, { config: toConfig(values) });
      client.setQueryData(getGetChatQueryKey(...at, chat.id), chat);
      const isSent = !isTask && text.trim() !== '';
      if (!isTask)
        handFiles(
          chat.id,
          chosen.map(({ file }) => file),
        );
      // It is sent from the chat's page; until then it is a draft, which a reload doesn't lose.
      if (isSent) saveDraft(chat.id, text);
      void actions.refreshLists();
      const first: FirstMessage = { send: true, files: chosen.length };
      navigate(paths.chat(projectId, chat.id), { state: isSent ? first : null });
    } catch (error) {
      setStarting(false);
      setProblem([messageOf(error, 'chat.create'), ...Object.values(fieldErrors(error))].join(' '));
    }
  };
  const addSample = async () => {
    await attempt(async () => {
      const { id } = await sampleCollection(client, { orgId, projectId });
      setValues((before) => ({ ...before, collection_ids: [id] }));
    });
  };

  return (
    <div className={classes.frame} {...drop.handlers}>
      <form className={classes.form} aria-label="New chat" onSubmit={submits(start)}>
        <h2 className={classes.title}>New chat</h2>
        <TargetFields
          values={values}
          errors={errors}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
          onSample={
            edit.allowed && (
              <ActionButton variant="subtle" onClick={addSample}>
                Create sample collection
              </ActionButton>
            )
          }
        />
        {!isTask && (
          <PlainTextarea
            aria-label="First message"
            placeholder="Write a message"
            minRows={3}
            maxLength={50_000}
            readOnly={isStarting}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onPaste={(event) => {
              const files = [...event.clipboardData.files];
              if (files.length === 0) return;
              event.preventDefault();
              attach(files);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              void start();
            }}
          />
        )}
        {!isTask && chosen.length > 0 && (
          <div className={classes.chips}>
            <AttachmentChips
              attachments={{
                files: chosen.map(({ entry }) => entry),
                remove: ({ key }) => {
                  if (!isStarting) setChosen(chosen.filter(({ entry }) => entry.key !== key));
                },
              }}
            />
          </div>
        )}
        {problem !== null && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.buttons}>
          {!isTask && (
            <FileButton
              multiple
              resetRef={reset}
              onChange={(files) => {
                attach(files);
                // So that a file that was removed can be chosen again.
                reset.current?.();
              }}
            >
              {(button) => (
                <Button
                  {...button}
                  variant="subtle"
                  disabled={isStarting}
                  leftSection={<IconPaperclip size={16} aria-hidden />}
                >
                  Attach files
                </Button>
              )}
            </FileButton>
          )}
          <Button type="submit" loading={isStarting}>
            Start chat
          </Button>
        </div>
      </form>
      {drop.isOver && !isTask && (
        <div className={composer.drop} aria-hidden>
          Drop files to attach them
        </div>
      )}
    </div>
  );
}
