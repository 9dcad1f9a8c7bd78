import { Loader } from '@mantine/core';
import { useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { useTemplate } from '#console/modules/template/use-template.tsx';
import { useTemplates } from '#console/modules/template/use-templates.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TableSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import classes from './new-task.module.css';

/** Creates a task from a template with one click. */
export function TemplateTask({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const { query, templates } = useTemplates(search);
  const { use, pending, dialog } = useTemplate();

  return (
    <div className={classes.templates}>
      <div className={classes.bar}>
        <SearchInput value={search} onChange={setSearch} label="Search templates" />
        <Link to={paths.templates()} className={classes.all}>
          Browse all templates
        </Link>
      </div>
      {query.isPending && <TableSkeleton rows={6} columns={1} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && templates.length === 0 && <EmptyState title="No templates match" />}
      {templates.length > 0 && (
        <ul className={classes.list} aria-label="Templates">
          {templates.map(({ id, name, description }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.template}
                aria-disabled={pending !== null}
                onClick={async () => {
                  if (await use(id)) onClose();
                }}
              >
                <span className={classes.templateName}>
                  {name}
                  {pending === id && <Loader size={12} />}
                </span>
                <span className={classes.templateText}>{description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </div>
  );
}
