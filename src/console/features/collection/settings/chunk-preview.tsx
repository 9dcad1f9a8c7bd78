import { Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { usePreviewChunks } from '#generated/api/collection/collection.ts';
import type { Document, IndexSettings } from '#generated/model/index.ts';
import { ChunkFacts } from '../document/chunk-facts.tsx';
import { useDocumentNames } from '../use-document-names.ts';
import { settingsProblem } from './index-rules.ts';
import classes from './settings.module.css';

const DELAY_MS = 400;
const TEXT_MAX = 100_000;

type ChunkPreviewProps = { collectionId: string; settings: IndexSettings; isValid: boolean };

/** Shows how a document, or any text, would be split with the current settings. */
export function ChunkPreview({ collectionId, settings, isValid }: ChunkPreviewProps) {
  const { at } = useActiveProject();
  const [from, setFrom] = useState<'document' | 'text'>('document');
  const [chosen, setChosen] = useState<Document | null>(null);
  const [text, setText] = useState('');
  const [first, setFirst] = useState<Document | null>(null);
  const shown = chosen ?? first;
  const documentId = shown?.id ?? null;
  const filter = { state: 'ready', ...(shown && { except: shown.name }) } as const;
  const documents = useDocumentNames(collectionId, filter);
  const [found] = documents.names;
  // What is typed changes the list, but not which document is shown.
  if (first === null && found) setFirst(found);
  const options = new Map(
    [...documents.names, ...(shown ? [shown] : [])].map((one) => [one.id, one]),
  );
  const { chunk_size, chunk_overlap } = settings;
  const source: { text: string } | { document_id: string } =
    from === 'text' ? { text } : { document_id: documentId ?? '' };
  const [request] = useDebouncedValue(
    { settings: { chunk_size, chunk_overlap }, ...source },
    DELAY_MS,
  );
  const hasSource = from === 'text' ? text.trim() !== '' : documentId !== null;
  // The request is debounced, so its parts must be taken from the same state.
  const isComplete =
    ('text' in request ? request.text.trim() !== '' : request.document_id !== '') &&
    settingsProblem({ ...settings, ...request.settings }) === null;
  const preview = usePreviewChunks(...at, collectionId, request, {
    query: {
      enabled: isValid && isComplete,
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      meta: { silent: true },
    },
  });

  return (
    <section className={classes.preview} aria-label="Preview">
      <SectionTitle
        note={
          hasSource && preview.data
            ? `${counted(preview.data.total, 'chunk')}, ${preview.data.tokens.toLocaleString('en-GB')} tokens`
            : undefined
        }
      >
        Preview
      </SectionTitle>
      <Segmented
        label="Preview of"
        size="xs"
        items={[
          { value: 'document', label: 'Document' },
          { value: 'text', label: 'Own text' },
        ]}
        value={from}
        onChange={setFrom}
      />
      {from === 'document' ? (
        <Select
          aria-label="Document to preview"
          placeholder={
            documents.query.isSuccess ? 'No document is ready yet' : documents.nothingFound
          }
          searchable
          searchValue={documents.typed}
          onSearchChange={documents.setTyped}
          // The server has filtered the options already, by more than their labels.
          filter={({ options: all }) => all}
          nothingFoundMessage={documents.nothingFound}
          allowDeselect={false}
          disabled={shown === null}
          data={[...options.values()].map(({ id, name }) => ({ value: id, label: name }))}
          value={documentId}
          onChange={(id) => setChosen(options.get(id ?? '') ?? null)}
        />
      ) : (
        <Textarea
          aria-label="Text to preview"
          placeholder="Paste plain text or Markdown"
          autosize
          minRows={4}
          maxRows={10}
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {from === 'document' && shown === null && documents.query.error ? (
        <ErrorState error={documents.query.error} onRetry={() => documents.query.refetch()} />
      ) : !hasSource ? null : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => preview.refetch()} />
      ) : preview.data ? (
        <ol
          className={classes.chunks}
          data-stale={preview.isPlaceholderData || undefined}
          aria-label="Chunks"
        >
          {preview.data.chunks.map((chunk) => (
            <li key={chunk.id}>
              <ChunkFacts chunk={chunk} />
              <p>{chunk.text}</p>
            </li>
          ))}
          {preview.data.total > preview.data.chunks.length && (
            <li className={classes.more}>
              The first {preview.data.chunks.length} of {preview.data.total} chunks
            </li>
          )}
        </ol>
      ) : (
        <TextSkeleton lines={6} />
      )}
    </section>
  );
}
