import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useGetChatMessage } from '#generated/api/chat/chat.ts';
import { SourcePanel } from './source-panel.tsx';

interface OpenSourceProps {
  chatId: string;
  /** From the URL: the id of the answer and the number of the passage, as `message_….2`. */
  source: string;
  onClose: () => void;
}

/** The source panel that the URL names. */
export function OpenSource({ chatId, source, onClose }: OpenSourceProps) {
  const { orgId, projectId } = useActiveProject();
  const [messageId = '', text = ''] = source.split('.');
  const number = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  const message = useGetChatMessage(orgId, projectId, chatId, messageId, {
    query: { enabled: number !== null, meta: { silent: true } },
  });
  if (number === null) return null;
  return (
    <SourcePanel
      chatId={chatId}
      messageId={messageId}
      number={number}
      citations={message.data?.citations ?? []}
      onClose={onClose}
    />
  );
}
