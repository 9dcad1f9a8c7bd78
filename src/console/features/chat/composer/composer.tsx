import { FileButton } from '@mantine/core';
import { IconArrowUp, IconPaperclip, IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { submits } from '#console/ui/form/submits.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import classes from './composer.module.css';
import { loadDraft, saveDraft } from './draft.ts';
import type { Attachments } from './use-attachments.ts';

const TEXT_MAX = 50_000;

interface ComposerProps {
  chatId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  attachments: Attachments;
  /** Why nothing can be written here; null if it can. */
  reason: string | null;
  /** Sends the message. Resolves with false if it was refused: it is then put back. */
  onSend: (text: string) => Promise<boolean>;
  /** Stops the answer that is being written; absent if there is none. */
  onStop?: (() => void) | undefined;
  /** ↑ was pressed in the empty field. */
  onEditLast: () => void;
  onTyping: (isTyping: boolean) => void;
  /** Sends the draft as soon as its files are attached: it was written before the chat existed. */
  isAutoSent: boolean;
  /** What the chat talks to. */
  chip: ReactNode;
}

/**
 * Where messages are written. Enter sends, Shift+Enter starts a new line. Not a `Form`: a draft is stored with each
 * keystroke, and is put back if it was refused.
 */
export function Composer(props: ComposerProps) {
  const { chatId, field, attachments, reason, onSend, onStop, onEditLast, onTyping, chip } = props;
  const [text, setText] = useState(() => loadDraft(chatId));
  const isSending = useRef(false);
  const reset = useRef<() => void>(null);
  const canSend = reason === null && !onStop && !attachments.isBusy && text.trim() !== '';

  const change = (value: string) => {
    setText(value);
    saveDraft(chatId, value);
    onTyping(value !== '');
  };
  const send = async () => {
    if (!canSend || isSending.current) return;
    isSending.current = true;
    const sent = text;
    // The draft stays stored until the server has the message.
    setText('');
    onTyping(false);
    const isSent = await onSend(sent.trim());
    isSending.current = false;
    const now = field.current?.value ?? '';
    if (isSent) saveDraft(chatId, now);
    else if (now === '') setText(sent);
  };

  const autoSend = useRef(props.isAutoSent);
  const { isBusy } = attachments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!autoSend.current || isBusy) return;
    autoSend.current = false;
    // Its author decides whether to send it without a file that couldn't be attached.
    if (attachments.files.every(({ status }) => status !== 'failed')) void send();
  }, [isBusy]);

  const stop = (
    <IconButton
      label="Stop"
      tip="Stop (Esc)"
      variant="filled"
      size={30}
      radius="xl"
      onClick={onStop}
    >
      <IconPlayerStopFilled />
    </IconButton>
  );
  return (
    <form className={classes.composer} aria-label="Message" onSubmit={submits(send)}>
      <AttachmentChips attachments={attachments} />
      <textarea
        ref={field}
        className={classes.field}
        aria-label="Message"
        placeholder={reason ?? 'Write a message'}
        disabled={reason !== null}
        rows={1}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          attachments.add(files);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void send();
          } else if (event.key === 'ArrowUp' && text === '') {
            event.preventDefault();
            onEditLast();
          }
        }}
      />
      <div className={classes.bar}>
        <FileButton
          multiple
          resetRef={reset}
          onChange={(files) => {
            attachments.add(files);
            // So that a file that was removed can be chosen again.
            reset.current?.();
          }}
        >
          {(button) => (
            <IconButton
              {...button}
              label="Attach files"
              variant="subtle"
              disabled={reason !== null}
            >
              <IconPaperclip />
            </IconButton>
          )}
        </FileButton>
        {chip}
        <span className={classes.space} />
        {onStop ? (
          stop
        ) : (
          <IconButton
            label="Send"
            tip={attachments.isBusy ? 'Files are still being attached' : 'Send (Enter)'}
            type="submit"
            variant="filled"
            size={30}
            radius="xl"
            disabled={!canSend}
          >
            <IconArrowUp />
          </IconButton>
        )}
      </div>
    </form>
  );
}
