import { Skeleton } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '#console/modules/paths.ts';
import { useTemplates } from '#console/modules/template/use-templates.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { PageScroll } from '#console/ui/page/page-scroll.tsx';
import type { TemplateSummary } from '#generated/model/index.ts';
import classes from './template.module.css';

const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** All templates, with search and a tag filter. */
export function TemplateGallery() {
  const [q, setSearch] = useQueryParam('q');
  const [tag, setTag] = useQueryParam('tag');
  const { query, templates, tags } = useTemplates(q ?? '', tag);
  const clear = (
    <LinkButton variant="default" to={paths.templates()}>
      View all templates
    </LinkButton>
  );

  let content: ReactNode;
  if (query.isPending) content = <CardSkeletons />;
  else if (query.error) {
    content = <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  } else if (templates.length === 0) {
    content = (
      <EmptyState icon={<IconSearchOff />} title="No templates match" action={clear}>
        Try another search, or start from a blank task.
      </EmptyState>
    );
  } else {
    content = (
      <ul className={classes.grid} aria-label="Templates">
        {templates.map((template) => (
          <Card key={template.id} template={template} />
        ))}
      </ul>
    );
  }

  return (
    <Page title="Templates" fill>
      <div className={classes.tools}>
        <SearchInput value={q ?? ''} onChange={setSearch} label="Search templates" />
        <fieldset className={classes.tags} aria-label="Tags">
          {tags.map((name) => (
            <button
              key={name}
              type="button"
              className={classes.tag}
              aria-pressed={name === tag}
              onClick={() => setTag(name === tag ? null : name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      <PageScroll>
        {content}
        <NextPage query={query} />
      </PageScroll>
    </Page>
  );
}

function Card({ template }: { template: TemplateSummary }) {
  const { id, name, description, tags, origin, created_by } = template;
  return (
    <li className={classes.card}>
      <Link className={`tl-cover ${classes.name}`} to={paths.templates(id)} data-row-focus>
        {name}
      </Link>
      <p className={classes.text}>{description || 'No description'}</p>
      <div className={classes.foot}>
        <span className="tl-truncate">{tags.join(' · ')}</span>
        <span className="tl-truncate">
          {origin === 'organization' ? `by ${created_by?.name}` : outputLabel(template)}
        </span>
      </div>
    </li>
  );
}

function outputLabel({ output_type }: TemplateSummary): string {
  return output_type === 'fields' ? 'Structured output' : 'Text output';
}

function CardSkeletons() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading">
      {nine.map((card) => (
        <Skeleton key={card} height={132} radius="md" />
      ))}
    </div>
  );
}
