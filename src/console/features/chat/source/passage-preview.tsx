import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useGetChatPassage } from '#generated/api/chat/chat.ts';

interface PassagePreviewProps {
  chatId: string;
  messageId: string;
  number: number;
  quote: string | null;
  isSupported: boolean;
}

const SHOWN = 280;

/** A cited passage in a few lines, for a tooltip. */
export function PassagePreview(props: PassagePreviewProps) {
  const { chatId, messageId, number, quote, isSupported } = props;
  const { at } = useActiveProject();
  const { data, error } = useGetChatPassage(...at, chatId, messageId, number, {
    query: { meta: { silent: true } },
  });
  if (error) return "The passage couldn't be loaded";
  if (!data) return 'Loading…';
  const said = quote ?? (data.text.length > SHOWN ? `${data.text.slice(0, SHOWN)}…` : data.text);
  return (
    <>
      <strong>
        {data.document_name}
        {data.page !== null && `, page ${data.page}`}
      </strong>
      <br />“{said}”
      {!isSupported && (
        <>
          <br />
          The passage doesn't support this.
        </>
      )}
    </>
  );
}
