import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import { keyName } from '#console/ui/display/shortcut.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { submits } from '#console/ui/form/submits.ts';
import { checkOutline, sectionHeadings } from '#core/compose/article.ts';
import { HEADINGS_MAX } from '#core/compose/limits.ts';
import { useArticleEditor, useEdit, useText, useWriter } from '../editor/article-context.tsx';
import { newPartId } from '../editor/new-part-id.ts';
import { textsSoFar } from '../step/partial.ts';
import { StepFailure } from '../step/step-failure.tsx';
import { StepFooter, StepHeader, StepProgress } from '../step/step-parts.tsx';
import type { StepProps } from '../step/step-props.ts';
import { withHeadings } from '../text/same-heading.ts';
import classes from './outline.module.css';
import { added } from './outline-moves.ts';
import { OutlineTree } from './outline-tree.tsx';

/** The outline step. */
export function OutlineStep({ goTo }: StepProps) {
  const { readOnly, writer } = useArticleEditor();
  const outline = useText((text) => text.outline);
  const sections = useText((text) => text.sections);
  const hasSubject = useText((text) => `${text.title}${text.brief.topic}`.trim() !== '');
  const writing = useWriter((state) => state.writing);
  const edit = useEdit('outline');
  const [wish, setWish] = useState('');
  const isWriting = writing?.request.step === 'outline';
  const problems = checkOutline(outline);
  const missing = sectionHeadings(outline).filter(({ id }) => !sections[id]?.trim());
  const reason = blocked(readOnly, hasSubject, writing !== null);

  const write = async () => {
    if (reason !== null) return;
    const wanted = wish.trim();
    const isDone = await writer.write({ step: 'outline', ...(wanted && { wish: wanted }) });
    // Keeps the instruction if the step failed.
    if (isDone) setWish('');
  };
  const add = () =>
    edit((text) => ({
      ...text,
      outline: added(text.outline, text.outline.length - 1, newPartId('heading')),
    }));
  const next = () => {
    goTo('sections');
    if (missing.length > 0 && missing.length === sectionHeadings(outline).length)
      void writer.writeSections(missing.map(({ id }) => id));
  };
  const writeButton = (
    <ActionButton
      reason={reason}
      variant={outline.length === 0 ? 'filled' : 'default'}
      leftSection={<IconSparkles />}
      onClick={() => void write()}
    >
      {outline.length === 0 ? 'Write the outline' : 'Rewrite'}
    </ActionButton>
  );
  const addButton = (
    <Button
      variant="default"
      leftSection={<IconPlus />}
      disabled={readOnly !== null || outline.length >= HEADINGS_MAX}
      onClick={add}
    >
      Add heading
    </Button>
  );

  return (
    <section aria-label="Outline">
      <StepHeader title="Outline">
        Each top-level heading becomes a section. Drag headings, or move them with {keyName('alt')}{' '}
        and the arrow keys.
      </StepHeader>
      <StepFailure of={({ step }) => step === 'outline'} />
      {isWriting && (
        <ul className={classes.coming} aria-label="Outline so far">
          {textsSoFar(writing.text, 'heading').map((heading, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else
            <li key={index}>{heading || '…'}</li>
          ))}
        </ul>
      )}
      {outline.length > 0 ? (
        <OutlineTree
          outline={outline}
          locked={readOnly !== null || isWriting}
          onChange={(changed, field) =>
            edit(
              (text) => ({
                ...text,
                outline: changed,
                sections: withHeadings(text.outline, changed, text.sections),
              }),
              field,
            )
          }
        />
      ) : (
        !isWriting && (
          <EmptyState title="No outline yet" action={writeButton} link={addButton}>
            Write it from the title and the brief, or add headings yourself.
          </EmptyState>
        )
      )}
      {isWriting ? (
        <StepProgress label="Writing the outline" />
      ) : (
        outline.length > 0 && (
          <form className={classes.ask} onSubmit={submits(write)}>
            {addButton}
            {writeButton}
            <TextInput
              className={classes.grow}
              aria-label="What should the outline be like?"
              placeholder="Say what should change, then press Enter"
              maxLength={2000}
              disabled={reason !== null}
              value={wish}
              onChange={(event) => setWish(event.currentTarget.value)}
            />
          </form>
        )
      )}
      {outline.length > 0 && !isWriting && (
        <StepFooter>
          <ActionButton reason={problems[0]?.message} onClick={next}>
            {missing.length === sectionHeadings(outline).length
              ? `Write ${counted(missing.length, 'section')}`
              : 'Go to the sections'}
          </ActionButton>
        </StepFooter>
      )}
    </section>
  );
}

function blocked(readOnly: string | null, hasSubject: boolean, isBusy: boolean): string | null {
  if (readOnly !== null) return readOnly;
  if (!hasSubject) return 'Choose a title, or enter a topic in the brief.';
  return isBusy ? 'Another step is in progress.' : null;
}
