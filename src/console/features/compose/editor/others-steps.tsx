import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { pollDelay } from '#console/api/query/poll.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import type { ArticleOpenStep } from '#generated/model/index.ts';
import classes from '../step/step.module.css';
import { useArticleEditor, useSavedArticle, useText, useWriter } from './article-context.tsx';

const WHAT = {
  titles: 'Titles are',
  outline: 'The outline is',
  sections: 'Sections are',
  rewrite: 'A section is',
  seo: 'Search and social text is',
} as const;

/** Steps in progress that other people or tabs started. Anyone who may start steps may stop them. */
export function OthersSteps() {
  const { readOnly, writer } = useArticleEditor();
  const { open_steps } = useSavedArticle();
  const followed = useWriter((state) => state.runs);
  useOthersSteps();
  const others = open_steps.filter(({ run_id }) => !followed.includes(run_id));
  if (others.length === 0) return null;
  return (
    <ul className={classes.others} aria-label="Being written elsewhere">
      {others.map((step) => (
        <li key={step.run_id} className={classes.progress}>
          <span className={classes.pulse} aria-hidden />
          <span>
            <What step={step} /> being written.
          </span>
          <span className={classes.elapsed}>Started by {step.started_by.name}</span>
          <Tooltip label={readOnly} disabled={readOnly === null}>
            <Button
              className={classes.stop}
              size="xs"
              variant="default"
              leftSection={<IconPlayerStopFilled />}
              disabled={readOnly !== null}
              onClick={() => void attempt(() => writer.stopOther(step.run_id))}
            >
              Stop
            </Button>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

function What({ step: { step, section_ids } }: { step: ArticleOpenStep }) {
  const [only, ...more] = section_ids;
  const name = useText(({ outline }) => outline.find(({ id }) => id === only)?.heading);
  return name && more.length === 0 ? `“${name}” is` : WHAT[step];
}

/**
 * Watches steps that this page didn't start, or no longer follows after a reload, and fetches their results as soon as
 * they are ready.
 */
function useOthersSteps(): void {
  const { draft } = useArticleEditor();
  const { open_steps: open } = useSavedArticle();
  const isOurs = useWriter((state) => state.writing !== null);
  const since = useRef<number | null>(null);
  const isWaiting = open.length > 0 && !isOurs;
  useEffect(() => {
    if (!isWaiting) {
      since.current = null;
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      since.current ??= Date.now();
      const wait = pollDelay(since.current, Date.now());
      if (wait !== false)
        timer = setTimeout(
          () =>
            void draft
              .refresh()
              .catch(() => {})
              .then(next),
          wait,
        );
    };
    next();
    return () => clearTimeout(timer);
  }, [isWaiting, draft]);
}
