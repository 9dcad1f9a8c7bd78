import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { highlightParts } from '#console/modules/collection/highlight-parts.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useGetChatPassage } from '#generated/api/chat/chat.ts';
import type { ChatPassage, RunCitation } from '#generated/model/index.ts';
import classes from './source.module.css';

interface SourcePanelProps {
  chatId: string;
  messageId: string;
  number: number;
  /** Those of the answer: their quotations are highlighted. */
  citations: readonly RunCitation[];
  onClose: () => void;
}

/** A passage that an answer was given, beside the conversation. */
export function SourcePanel({ chatId, messageId, number, citations, onClose }: SourcePanelProps) {
  const { at, projectId } = useActiveProject();
  const query = useGetChatPassage(...at, chatId, messageId, number);
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each passage that is opened takes focus
  useEffect(() => {
    panel.current?.focus();
  }, [messageId, number]);
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label={`Source ${number}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>Source {number}</h2>
        <CloseButton aria-label="Close source" onClick={onClose} />
      </header>
      <div className={classes.body}>
        {query.isPending && <TextSkeleton lines={6} />}
        {query.error && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
        {query.data && (
          <Passage
            passage={query.data}
            projectId={projectId}
            quotes={citations.flatMap((one) =>
              one.number === number && one.quote ? [one.quote] : [],
            )}
          />
        )}
      </div>
    </aside>
  );
}

interface PassageProps {
  passage: ChatPassage;
  projectId: string;
  quotes: readonly string[];
}

function Passage({ passage, projectId, quotes }: PassageProps) {
  const { collection_id, document_id, document_name, page, heading_path, chunk_id } = passage;
  return (
    <>
      <p className={classes.name}>{document_name}</p>
      <p className={classes.place}>
        {[page !== null && `Page ${page}`, ...heading_path].filter(Boolean).join(' › ')}
      </p>
      <blockquote className={classes.text}>
        {highlighted(passage.text, quotes).map(({ text, isMarked, start }) =>
          isMarked ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
        )}
      </blockquote>
      <div className={classes.actions}>
        {collection_id !== null && (
          <LinkButton
            variant="default"
            to={paths.chunk(projectId, collection_id, document_id, chunk_id)}
          >
            Open in document
          </LinkButton>
        )}
        <CopyButton value={passage.text} what="passage" />
      </div>
      <p className={classes.note}>
        This is the text that the model received, even if the document has changed since.
      </p>
    </>
  );
}

/** The parts of a text, with those that are quoted marked. */
function highlighted(text: string, quotes: readonly string[]) {
  const ranges = quotes.map((quote) => {
    const start = placeOf(quote, text);
    return { start, end: start + quote.length };
  });
  return highlightParts(
    text,
    ranges.filter(({ start }) => start >= 0),
  );
}

/** Answers begin quotations with another case than the passage. */
function placeOf(quote: string, text: string): number {
  const [wanted, within] = [quote.toLowerCase(), text.toLowerCase()];
  const isSameLength = wanted.length === quote.length && within.length === text.length;
  return isSameLength ? within.indexOf(wanted) : text.indexOf(quote);
}
