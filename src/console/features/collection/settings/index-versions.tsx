import { Progress } from '@mantine/core';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import '@mantine/core/styles/Progress.css';
import { useState } from 'react';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { TOP_K_DEFAULT } from '#core/limits.ts';
import type { CollectionIndex, RetrievalFigures } from '#generated/model/index.ts';
import { FIGURES } from '../search/figures.tsx';
import { figureText } from '../search/search-rules.ts';
import { TopKInput } from '../search/top-k-input.tsx';
import { buildingPercent, figureChange, settingsText } from './index-rules.ts';
import classes from './settings.module.css';
import type { Indexes } from './use-indexes.ts';

const statuses: Record<CollectionIndex['status'], { label: string; tone: Tone }> = {
  building: { label: 'Building', tone: 'accent' },
  ready: { label: 'Ready', tone: 'success' },
  active: { label: 'In use', tone: 'accent' },
  retired: { label: 'Previous', tone: 'neutral' },
};

/** The versions of the index side by side, with their metrics. */
export function IndexVersions({ indexes }: { indexes: Indexes }) {
  const shown = indexes.query.data?.results ?? [];
  const active = shown.find(({ status }) => status === 'active');
  const [k, setK] = useState<number | null>(null);
  if (shown.length === 0)
    return (
      <section aria-label="Indexes">
        <SectionTitle>Indexes</SectionTitle>
        {indexes.query.error ? (
          <ErrorState error={indexes.query.error} onRetry={() => indexes.query.refetch()} />
        ) : (
          <TextSkeleton lines={4} />
        )}
      </section>
    );
  const asked = k ?? active?.figures?.k ?? TOP_K_DEFAULT;
  return (
    <section aria-label="Indexes">
      <div className={classes.versionsHead}>
        <SectionTitle>Indexes</SectionTitle>
        <TopKInput label="Top K of all questions" value={asked} onChange={setK} />
      </div>
      <ul className={classes.versions}>
        {shown.map((index) => (
          <Version
            key={index.id}
            index={index}
            compared={index === active ? null : (active?.figures ?? null)}
            k={asked}
            indexes={indexes}
          />
        ))}
      </ul>
    </section>
  );
}

interface VersionProps {
  index: CollectionIndex;
  /** The metrics of the active index; null for the active index itself. */
  compared: RetrievalFigures | null;
  /** The k of the metrics. */
  k: number;
  indexes: Indexes;
}

function Version({ index, compared, k, indexes }: VersionProps) {
  const { number, status, settings, chunks, figures, documents_done, documents_total } = index;
  const { label, tone } = statuses[status];
  const percent = buildingPercent(index);
  return (
    <li className={classes.version} data-active={status === 'active' || undefined}>
      <div className={classes.versionHead}>
        <h3>Index {number}</h3>
        <StatusBadge tone={tone} pulse={status === 'building'}>
          {label}
        </StatusBadge>
      </div>
      <p className={classes.aside}>{settingsText(settings)}</p>
      {status === 'building' ? (
        <>
          <Progress value={percent} aria-label={`Building index ${number}`} size="sm" />
          <p className={classes.aside}>
            {documents_done} of {documents_total} documents ({percent}%)
            {index.activates && ' · activates when complete'}
          </p>
        </>
      ) : (
        <>
          <dl className={classes.figures}>
            {FIGURES.map(({ name, label: figure }) => (
              <div key={name}>
                <dt>{figure(figures?.k ?? 5)}</dt>
                <dd>
                  {figureText(figures?.[name])}
                  <Change text={figureChange(figures, compared, name)} />
                </dd>
              </div>
            ))}
          </dl>
          <p className={classes.aside}>
            {chunks.toLocaleString('en-GB')} chunks
            {figures && ` · asked ${formatDateTime(figures.created_at)}`}
          </p>
          {status === 'ready' && index.activates && (
            <p className={classes.aside}>
              Some documents failed. They are retried automatically, and this index becomes active
              once none is missing.
            </p>
          )}
        </>
      )}
      <Actions index={index} k={k} indexes={indexes} />
    </li>
  );
}

/** The difference from the active index. */
function Change({ text }: { text: string | null }) {
  if (text === null) return null;
  const tone = text.startsWith('+') ? 'success' : text.startsWith('−') ? 'danger' : 'neutral';
  return (
    <span className={classes.change} data-tone={tone}>
      {text}
    </span>
  );
}

function Actions({ index, k, indexes }: Pick<VersionProps, 'index' | 'k' | 'indexes'>) {
  const { status } = index;
  return (
    <div className={classes.actions}>
      {(status === 'ready' || status === 'retired') && (
        <EditButton
          size="compact-sm"
          variant={status === 'ready' ? 'filled' : 'default'}
          onClick={() => indexes.use(index)}
        >
          {status === 'ready' ? 'Use the new index' : 'Go back to this index'}
        </EditButton>
      )}
      {status !== 'building' && (
        <EditButton size="compact-sm" variant="default" onClick={() => indexes.ask(index, k)}>
          Ask all questions
        </EditButton>
      )}
      {status !== 'active' && (
        <EditButton
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => indexes.remove(index)}
        >
          {status === 'building' ? 'Cancel' : 'Delete'}
        </EditButton>
      )}
    </div>
  );
}
