import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useShallow } from 'zustand/shallow';
import { Link } from '#console/ui/navigation/link.tsx';
import { headingsBelow, sectionHeadings } from '#core/compose/article.ts';
import type { ArticleStage } from '#generated/model/index.ts';
import { useSavedArticle, useText, useWriter } from './article-context.tsx';
import classes from './stepper.module.css';
import { STEPS, stepNote } from './steps.ts';

/** The navigation between steps, each with its progress. All steps can be opened at any time. */
export function Stepper({ current }: { current: ArticleStage }) {
  const notes = useText(useShallow((text) => STEPS.map(({ step }) => stepNote(step, text))));
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen, the current step scrolls into view
  useEffect(() => {
    const link = bar.current?.querySelector('[aria-current="step"]');
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={bar} className={classes.stepper} aria-label="Steps">
      <ol className={classes.steps}>
        {STEPS.map(({ step, label }, index) => {
          const note = notes[index] ?? null;
          return (
            <li key={step}>
              <Link
                to={{ search: `?step=${step}` }}
                className={classes.step}
                aria-current={step === current ? 'step' : undefined}
              >
                <span className={classes.number} data-done={note !== null || undefined} aria-hidden>
                  {note === null ? index + 1 : <IconCheck />}
                </span>
                <span className={classes.words}>
                  <span>{label}</span>
                  {note && (
                    <span className={classes.note} title={note}>
                      {note}
                    </span>
                  )}
                </span>
              </Link>
              {step === 'sections' && (current === 'sections' || current === 'article') && (
                <Headings step={current} />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const NONE: readonly string[] = [];

/** Links to the sections. */
function Headings({ step }: { step: ArticleStage }) {
  const outline = useText((text) => text.outline);
  const written = useText(
    useShallow(({ sections: texts }) => Object.keys(texts).filter((id) => texts[id] !== '')),
  );
  const { sections } = useSavedArticle();
  const writing = useWriter(({ writing: now }) =>
    now?.request.step === 'sections' ? (now.request.section_ids ?? NONE) : NONE,
  );
  const unchanged = new Set(
    sections.filter(({ status }) => status === 'unchanged').map(({ id }) => id),
  );
  return (
    <ul className={classes.headings}>
      {sectionHeadings(outline).map(({ id, heading }) => {
        const state = writing.includes(id)
          ? 'writing'
          : unchanged.has(id)
            ? 'unchanged'
            : written.includes(id)
              ? 'done'
              : 'empty';
        const below = headingsBelow(outline, id).length;
        return (
          <li key={id}>
            <Link
              to={{ search: `?step=${step}`, hash: id }}
              className={classes.heading}
              data-state={state}
              title={below > 0 ? `${heading} (${below} below)` : heading}
              onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
            >
              {heading || 'Untitled section'}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
