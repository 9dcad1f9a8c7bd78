import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import type { CollectionIndex } from '#generated/model/index.ts';
import { FIGURES } from '../search/figures.tsx';
import { figureText } from '../search/search-rules.ts';
import { buildingPercent, settingsText } from './index-rules.ts';
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
  if (shown.length === 0) return null;
  return (
    <section aria-label="Indexes">
      <SectionTitle>Indexes</SectionTitle>
      <ul className={classes.versions}>
        {shown.map((index) => (
          <Version key={index.id} index={index} indexes={indexes} />
        ))}
      </ul>
    </section>
  );
}

function Version({ index, indexes }: { index: CollectionIndex; indexes: Indexes }) {
  const { id, number, status, settings, chunks, figures, documents_done, documents_total } = index;
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
            {index.activates && ' · used as soon as it is complete'}
          </p>
        </>
      ) : (
        <>
          <dl className={classes.figures}>
            {FIGURES.map(({ name, label: figure }) => (
              <div key={name}>
                <dt>{figure(figures?.k ?? 5)}</dt>
                <dd>{figureText(figures?.[name])}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.aside}>
            {chunks.toLocaleString('en-GB')} chunks
            {figures && ` · asked ${formatDateTime(figures.created_at)}`}
          </p>
        </>
      )}
      <Actions index={index} id={id} indexes={indexes} />
    </li>
  );
}

function Actions({ index, id, indexes }: { index: CollectionIndex; id: string; indexes: Indexes }) {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const { status } = index;
  const { pending } = indexes;
  return (
    <div className={classes.actions}>
      {(status === 'ready' || status === 'retired') && (
        <Permitted on={scope} name="edit">
          <Button
            size="compact-sm"
            variant={status === 'ready' ? 'filled' : 'default'}
            loading={pending === `use ${id}`}
            onClick={() => void indexes.use(index)}
          >
            {status === 'ready' ? 'Use the new index' : 'Go back to this index'}
          </Button>
        </Permitted>
      )}
      {status !== 'building' && (
        <Permitted on={scope} name="edit">
          <Button
            size="compact-sm"
            variant="default"
            loading={pending === `ask ${id}`}
            onClick={() => void indexes.ask(index)}
          >
            Ask all questions
          </Button>
        </Permitted>
      )}
      {status !== 'active' && (
        <Permitted on={scope} name="edit">
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={pending === `remove ${id}`}
            onClick={() => void indexes.remove(index)}
          >
            {status === 'building' ? 'Cancel' : 'Delete'}
          </Button>
        </Permitted>
      )}
    </div>
  );
}
