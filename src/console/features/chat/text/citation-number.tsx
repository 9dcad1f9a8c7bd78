import { createContext, Fragment, use } from 'react';
import { citationAt } from '#console/modules/markdown/citation-at.ts';
import classes from '#console/modules/markdown/markdown.module.css';
import type { CitedProps } from '#console/modules/markdown/markdown.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import type { ChatMessage, ChatSource } from '#generated/model/index.ts';
import { PassagePreview } from '../source/passage-preview.tsx';

/** The answer whose text is shown, and how its sources are opened. */
export interface CitingAnswer {
  message: Pick<ChatMessage, 'id' | 'chat_id' | 'citations' | 'sources'>;
  /** Absent where passages can't be read, as on a shared page. */
  onOpen?: ((messageId: string, number: number) => void) | undefined;
}

export const CitingContext = createContext<CitingAnswer | null>(null);

/** `Travel policy.pdf, page 2` */
export function sourceName({ document_name, page }: Pick<ChatSource, 'document_name' | 'page'>) {
  return page === null ? document_name : `${document_name}, page ${page}`;
}

/** The numbers of the passages that a claim cites. */
export function CitationNumbers({ numbers, at }: CitedProps) {
  const citing = use(CitingContext);
  if (!citing) return `[${numbers.join(', ')}]`;
  return numbers.map((number) => (
    <Fragment key={number}>
      <CitationNumber number={number} at={at} citing={citing} />
    </Fragment>
  ));
}

interface CitationNumberProps {
  number: number;
  at: number;
  citing: CitingAnswer;
}

function CitationNumber({ number, at, citing: { message, onOpen } }: CitationNumberProps) {
  const { citations, sources } = message;
  const citation = citationAt(citations, number, at);
  const source = sources.find((one) => one.number === number);
  const name = source ? sourceName(source) : '';
  const label = [`Source ${number}`, name].filter(Boolean).join(': ');
  if (!onOpen) {
    return (
      <Tooltip label={name}>
        <span className={classes.number} role="img" aria-label={label}>
          {number}
        </span>
      </Tooltip>
    );
  }
  return (
    <Tooltip
      label={() => (
        <PassagePreview
          chatId={message.chat_id}
          messageId={message.id}
          number={number}
          quote={citation?.quote ?? null}
          isSupported={citation?.supported ?? true}
        />
      )}
    >
      <button
        type="button"
        className={classes.number}
        data-supported={citation?.supported ?? true}
        aria-label={label}
        onClick={() => onOpen(message.id, number)}
      >
        {number}
      </button>
    </Tooltip>
  );
}
