import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  deleteChatAttachment,
  getChatAttachment,
  uploadChatAttachment,
} from '#generated/api/chat/chat.ts';
import type { ChatAttachment } from '#generated/model/index.ts';
import type { ChatPlace } from '../live/message-feed.ts';
import { filesOf, forgetFiles } from './first-files.ts';

/** A file that is being attached. */
export interface Attaching {
  key: string;
  name: string;
  status: 'uploading' | 'processing' | 'ready' | 'failed';
  error: string | null;
  id: string | null;
}

const ATTACHMENTS_MAX = 10;
const POLL_MS = 1000;

interface Chosen {
  file: File;
  entry: Attaching;
}

/** As many of the files as a message that has `count` has room for. Says so if that isn't all. */
export function choose(given: readonly File[], count: number, status: Attaching['status']) {
  const room = Math.max(0, ATTACHMENTS_MAX - count);
  if (given.length > room) toast.error(`A message can have at most ${ATTACHMENTS_MAX} attachments`);
  return given.slice(0, room).map((file) => toChosen(file, status));
}

function toChosen(file: File, status: Attaching['status']): Chosen {
  const name = file.name || 'Pasted image';
  return { file, entry: { key: crypto.randomUUID(), name, status, error: null, id: null } };
}

/** The files of the next message; in a new chat, those that it was started with. */
export function useAttachments({ orgId, projectId, chatId }: ChatPlace) {
  // Busy from the start, so that the first message waits for them.
  const [first] = useState(() => filesOf(chatId).map((file) => toChosen(file, 'uploading')));
  const [files, setFiles] = useState<readonly Attaching[]>(() => first.map(({ entry }) => entry));
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const change = (key: string, update: Partial<Attaching>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...update } : one)));

  const upload = async (key: string, file: File) => {
    try {
      const headers = { 'Idempotency-Key': key };
      let attachment: ChatAttachment = await mutate(
        uploadChatAttachment,
        orgId,
        projectId,
        chatId,
        { file },
        headers,
      );
      change(key, { id: attachment.id, status: attachment.status, error: attachment.error });
      while (attachment.status === 'processing' && !isGone.current) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        attachment = await getChatAttachment(orgId, projectId, chatId, attachment.id);
        change(key, { status: attachment.status, error: attachment.error });
      }
    } catch (error) {
      change(key, { status: 'failed', error: messageOf(error) });
    }
  };

  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    forgetFiles(chatId);
    for (const { file, entry } of first) void upload(entry.key, file);
  }, []);

  return {
    files,
    isBusy: files.some(({ status }) => status === 'uploading' || status === 'processing'),
    ready: files.flatMap(({ id, status, name }) =>
      id !== null && status === 'ready' ? [{ id, name }] : [],
    ),
    add: (given: readonly File[]) => {
      const added = choose(given, files.length, 'uploading');
      setFiles((before) => [...before, ...added.map(({ entry }) => entry)]);
      for (const { file, entry } of added) void upload(entry.key, file);
    },
    remove: ({ key, id }: Attaching) => {
      setFiles((before) => before.filter((one) => one.key !== key));
      // If that fails, the server deletes it later, because no message has it.
      if (id) mutate(deleteChatAttachment, orgId, projectId, chatId, id).catch(() => undefined);
    },
    /** Removes files of a message that was sent, but none that was added meanwhile. */
    forget: (sent: readonly Attaching[]) => {
      const keys = new Set(sent.map(({ key }) => key));
      setFiles((before) => before.filter(({ key }) => !keys.has(key)));
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
