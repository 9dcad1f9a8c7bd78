import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  deleteChatAttachment,
  getChatAttachment,
  uploadChatAttachment,
} from '#generated/api/chat/chat.ts';
import type { ChatAttachment } from '#generated/model/index.ts';
import type { ChatPlace } from '../live/message-feed.ts';

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

/** The files of the next message. */
export function useAttachments({ orgId, projectId, chatId }: ChatPlace) {
  const [files, setFiles] = useState<readonly Attaching[]>([]);
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
      let attachment: ChatAttachment = await uploadChatAttachment(
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

  return {
    files,
    isBusy: files.some(({ status }) => status === 'uploading' || status === 'processing'),
    ready: files.flatMap(({ id, status, name }) =>
      id !== null && status === 'ready' ? [{ id, name }] : [],
    ),
    add: (given: readonly File[]) => {
      const room = ATTACHMENTS_MAX - files.length;
      if (given.length > room)
        toast.error(`A message can have at most ${ATTACHMENTS_MAX} attachments`);
      const added = given.slice(0, Math.max(0, room)).map((file) => ({
        file,
        entry: {
          key: crypto.randomUUID(),
          name: file.name || 'Pasted image',
          status: 'uploading',
          error: null,
          id: null,
        } satisfies Attaching,
      }));
      setFiles((before) => [...before, ...added.map(({ entry }) => entry)]);
      for (const { file, entry } of added) void upload(entry.key, file);
    },
    remove: ({ key, id }: Attaching) => {
      setFiles((before) => before.filter((one) => one.key !== key));
      // If that fails, the server deletes it later, because no message has it.
      if (id) deleteChatAttachment(orgId, projectId, chatId, id).catch(() => undefined);
    },
    clear: () => setFiles([]),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
