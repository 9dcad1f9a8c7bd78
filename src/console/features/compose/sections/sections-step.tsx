import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { counted } from '#console/ui/display/counted.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { checkOutline, sectionHeadings } from '#core/compose/article.ts';
import { useArticleEditor, useText, useWriter } from '../editor/article-context.tsx';
import { StepFailure } from '../step/step-failure.tsx';
import { StepFooter, StepHeader, StepProgress } from '../step/step-parts.tsx';
import type { StepProps } from '../step/step-props.ts';
import { sectionProgress } from '../step/writer.ts';
import { useScrollToHash } from '../text/use-scroll-to-hash.ts';
import { SectionCard } from './section-card.tsx';
import classes from './sections.module.css';
import { UnchangedBanner } from './unchanged-banner.tsx';

/** The sections, written one by one. */
export function SectionsStep({ goTo }: StepProps) {
  const { readOnly, writer } = useArticleEditor();
  const outline = useText((text) => text.outline);
  const texts = useText((text) => text.sections);
  const writing = useWriter((state) => state.writing);
  const progress = useWriter(sectionProgress);
  useScrollToHash();
  const headings = sectionHeadings(outline);
  const missing = headings.filter(({ id }) => !texts[id]?.trim());
  const problem = checkOutline(outline)[0]?.message;
  const reason = readOnly ?? problem ?? (writing ? 'Another step is in progress.' : null);
  const isWriting = writing?.request.step === 'sections';

  // All sections are rewritten in one run, so that they fit together. The previous texts are saved as a version.
  const write = () =>
    void (missing.length === 0
      ? writer.write({ step: 'sections' })
      : writer.writeSections(missing.map(({ id }) => id)));

  if (headings.length === 0)
    return (
      <EmptyState
        title="No sections yet"
        action={<LinkButton to={{ search: '?step=outline' }}>Go to the outline</LinkButton>}
      >
        Each top-level heading in the outline becomes a section.
      </EmptyState>
    );
  return (
    <section aria-label="Sections">
      <StepHeader
        title="Sections"
        actions={
          !isWriting && (
            <ActionButton
              reason={reason}
              variant={missing.length > 0 ? 'filled' : 'default'}
              leftSection={<IconSparkles />}
              onClick={write}
            >
              {labelOf(missing.length, headings.length)}
            </ActionButton>
          )
        }
      >
        {headings.length - missing.length} of {counted(headings.length, 'section')} written.
      </StepHeader>
      <UnchangedBanner />
      <StepFailure of={({ step }) => step === 'sections' || step === 'rewrite'} />
      {isWriting && (
        <div className={classes.status}>
          <StepProgress label={progress} />
        </div>
      )}
      {headings.map((heading, index) => (
        <SectionCard key={heading.id} heading={heading} index={index} />
      ))}
      {missing.length === 0 && (
        <StepFooter>
          <Button onClick={() => goTo('article')}>Go to the article</Button>
        </StepFooter>
      )}
    </section>
  );
}

function labelOf(missing: number, all: number): string {
  if (missing === 0) return 'Rewrite all sections';
  return missing === all ? 'Write all sections' : `Write ${counted(missing, 'missing section')}`;
}
