import { Select } from '@mantine/core';
import { REVISIONS_SHOWN, revisionOptions } from '#console/modules/revision/revision-options.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { type TaskCall, taskUrl } from '#core/task/snippets/snippets.ts';
import { useListTaskRevisions } from '#generated/api/revision/revision.ts';
import type { RunTarget, Task } from '#generated/model/index.ts';
import classes from './api-panel.module.css';

interface ApiEndpointProps {
  task: Task;
  call: Omit<TaskCall, 'inputs' | 'revision'>;
  revision: RunTarget;
  onRevision: (revision: RunTarget) => void;
  onMock: (mock: boolean) => void;
}

/** The task's URL, and the revision that calls use. */
export function ApiEndpoint({ task, call, revision, onRevision, onMock }: ApiEndpointProps) {
  const { data } = useListTaskRevisions(task.org_id, task.project_id, task.id, { page_limit: 100 });
  const revisions = revisionOptions(task.latest_revision, data?.results ?? []);
  const newest = task.active_revision ?? task.latest_revision;
  const pinned = revision !== 'active';
  const url = taskUrl(call);

  return (
    <section>
      <SectionTitle>Endpoint</SectionTitle>
      <div className={classes.endpoint}>
        <span className={classes.method}>POST</span>
        <code title={url}>
          {partsOf(url).map(({ at, text, mayBeCut }) => (
            <span key={at} className={classes.segment} data-fixed={!mayBeCut || undefined}>
              {text}
            </span>
          ))}
        </code>
        <CopyButton value={url} what="endpoint URL" />
      </div>
      <div className={classes.choice}>
        <Segmented
          size="xs"
          label="Respond with"
          value={call.mock ? 'mock' : 'task'}
          onChange={(value) => onMock(value === 'mock')}
          items={[
            { value: 'task', label: 'Task' },
            { value: 'mock', label: 'Mock' },
          ]}
        />
        <Segmented
          size="xs"
          label="Revision"
          value={pinned ? 'pinned' : 'active'}
          onChange={(value) => onRevision(value === 'active' ? 'active' : String(newest ?? 1))}
          items={[
            { value: 'active', label: 'Active' },
            { value: 'pinned', label: 'Pinned', disabled: newest === null },
          ]}
        />
        {pinned && (
          <Select
            size="xs"
            w={180}
            aria-label="Pinned revision or environment"
            value={revision}
            allowDeselect={false}
            searchable={revisions.length > 8}
            limit={REVISIONS_SHOWN}
            nothingFoundMessage="No matching revision"
            onChange={(value) => value && onRevision(value)}
            data={withValue(
              [
                ...task.environments.map(({ name, revision: own }) => ({
                  value: name,
                  label: `${name} · r${own}`,
                })),
                ...revisions,
              ],
              revision,
            )}
          />
        )}
        <span className={classes.hint}>
          {pinned
            ? /^\d/.test(revision)
              ? `Always uses revision ${revision}`
              : `Uses the revision that ${revision} points to`
            : task.active_revision === null
              ? 'Uses the active revision'
              : `Active revision (currently ${task.active_revision})`}
        </span>
      </div>
      {call.mock && (
        <p className={classes.after}>
          The mock validates inputs and returns schema-valid sample output. Free, deterministic, and
          available before your prompts are.
        </p>
      )}
    </section>
  );
}

function withValue(options: { value: string; label: string }[], value: string) {
  if (options.some((option) => option.value === value)) return options;
  return [...options, { value, label: `r${value}` }];
}

/** Splits the URL: its origin and ids may be truncated to fit one line, the rest may not. */
function partsOf(url: string): { at: number; text: string; mayBeCut: boolean }[] {
  const pieces = url.matchAll(
    /^.+(?=\/org\/)|(?:org|project|task)_\w+|.+?(?=(?:org|project|task)_\w|$)/g,
  );
  return [...pieces].map(({ index, 0: text }) => ({
    at: index,
    text,
    mayBeCut: index === 0 || /^\w+$/.test(text),
  }));
}
