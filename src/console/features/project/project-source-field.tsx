import { useEffect } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { useListProjectsInfinite } from '#generated/api/project/project.ts';
import { useListProjectTemplates } from '#generated/api/transfer/transfer.ts';
import type { ProjectTemplate } from '#generated/model/index.ts';
import classes from './project-source-field.module.css';

interface SourceProps {
  orgId: string;
  /** The id of what is chosen; '' for nothing. */
  value?: string;
  onChange?: (id: string) => void;
  error?: unknown;
  disabled: boolean;
}

/** What a project is created from: a template, or another project of the organisation. */
export function ProjectSourceField({
  kind,
  ...props
}: SourceProps & { kind: 'template' | 'project' }) {
  return kind === 'template' ? <Templates {...props} /> : <Projects {...props} />;
}

function Templates({ orgId, value, onChange, error, disabled }: SourceProps) {
  const { data, error: failure, isPending, refetch } = useListProjectTemplates(orgId);
  if (isPending) return <FormSkeleton fields={2} />;
  if (!data) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  return (
    <fieldset
      className={classes.templates}
      disabled={disabled}
      data-error={error ? true : undefined}
    >
      <legend className={classes.legend}>Template</legend>
      {data.results.map((template) => (
        <label key={template.id} className={classes.template}>
          <input
            type="radio"
            name="template"
            checked={template.id === value}
            aria-invalid={Boolean(error) || undefined}
            onChange={() => onChange?.(template.id)}
          />
          <span>
            <span className={classes.name}>{template.name}</span>
            <span className={classes.about}>{template.description}</span>
            <span className={classes.about}>{contentsOf(template)}</span>
          </span>
        </label>
      ))}
      {Boolean(error) && (
        <p role="alert" className={classes.error}>
          {String(error)}
        </p>
      )}
    </fieldset>
  );
}

function contentsOf({ tasks, collections }: ProjectTemplate): string {
  const contents = [
    tasks.length > 0 && `Tasks: ${tasks.join(', ')}.`,
    collections.length > 0 && `Collections: ${collections.join(', ')}.`,
  ];
  return contents.filter(Boolean).join(' ');
}

function Projects({ orgId, value = '', onChange, error, disabled }: SourceProps) {
  const {
    data,
    error: failure,
    refetch,
    hasNextPage,
    isFetching,
    fetchNextPage,
  } = useListProjectsInfinite(orgId, { page_limit: PAGE }, { query: paged });
  // An organisation has at most two pages of projects, and people choose from all of them.
  useEffect(() => {
    if (hasNextPage && !isFetching && !failure) void fetchNextPage();
  }, [hasNextPage, isFetching, failure, fetchNextPage]);
  if (failure && !data) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  return (
    <SelectField
      label="Project"
      description="Copies its tasks in their active revisions, and its collections without their documents. Runs, keys, webhooks and secrets aren't copied."
      error={error ? String(error) : undefined}
      value={value}
      disabled={disabled || !data}
      options={[
        { value: '', label: data ? 'Choose a project' : 'Loading…' },
        ...flatten(data).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(id) => onChange?.(id)}
    />
  );
}

const PAGE = 100;
