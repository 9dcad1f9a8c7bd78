import { Button } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { compilePageScope } from '#core/datasource/page-scope.ts';
import type { WebsiteConfig } from '#generated/model/index.ts';
import classes from './page-tree.module.css';
import { PageTreeView } from './page-tree-view.tsx';
import type { usePreview } from './use-preview.ts';

interface WebsitePagesProps {
  /** The current form values. */
  config: WebsiteConfig;
  /** The maximum number of pages. */
  pageLimit: number;
  preview: ReturnType<typeof usePreview>;
  onPreview: () => void;
  onExclude: (exclude: string[]) => void;
}

const NONE: readonly string[] = [];

/** Selects the pages of a site: the preview as a tree with checkboxes. */
export function WebsitePages(props: WebsitePagesProps) {
  const { config, pageLimit, preview, onPreview, onExclude } = props;
  const { state, cancel } = preview;
  const include = useDeferredValue(config.include ?? NONE);
  const exclude = useDeferredValue(config.exclude ?? NONE);
  const pages = state.status === 'done' ? state.found.pages : undefined;
  const count = useMemo(() => {
    const scope = compilePageScope(include, exclude);
    return pages?.filter(({ url }) => scope.has(url)).length ?? 0;
  }, [pages, include, exclude]);
  const isStale = state.status === 'done' && state.url !== config.url;

  if (state.status === 'loading')
    return (
      <div className={classes.summary} role="status">
        <span>
          Looking at the site… <Elapsed since={state.since} />
        </span>
        <Button size="compact-sm" variant="default" onClick={cancel}>
          Cancel
        </Button>
      </div>
    );
  return (
    <>
      {state.status === 'failed' && (
        <p className={classes.failed} role="alert">
          {state.text}
        </p>
      )}
      {state.status === 'done' && (
        <>
          <PageTreeView
            // A new preview has a new tree.
            key={state.url}
            pages={state.found.pages}
            include={include}
            exclude={exclude}
            onExclude={onExclude}
          />
          <p className={classes.summary} role="status">
            <span>
              <strong>{count.toLocaleString('en-GB')}</strong> of{' '}
              {state.found.pages.length.toLocaleString('en-GB')}{' '}
              {state.found.pages.length === 1 ? 'page' : 'pages'} chosen
              {!state.found.is_complete && '. There are more, which the sync finds by itself'}
              {count > pageLimit &&
                `, of which ${pageLimit.toLocaleString('en-GB')} are read: the page limit`}
            </span>
          </p>
        </>
      )}
      <div>
        <Button size="compact-sm" variant="default" onClick={onPreview}>
          {state.status === 'done' && !isStale ? 'Look again' : 'Preview pages'}
        </Button>
      </div>
    </>
  );
}
