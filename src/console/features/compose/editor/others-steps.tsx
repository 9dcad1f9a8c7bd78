import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import type { ArticleOpenStep } from '#generated/model/index.ts';
import classes from '../step/step.module.css';
import { useArticleEditor, useSavedArticle, useText, useWriter } from './article-context.tsx';
import { useOthersSteps } from './use-others-steps.ts';

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
