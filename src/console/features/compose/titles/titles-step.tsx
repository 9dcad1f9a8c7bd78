import { Button, TextInput } from '@mantine/core';
import {
  IconCheck,
  IconPin,
  IconPinFilled,
  IconPlus,
  IconSparkles,
  IconX,
} from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { PlainTextarea } from '#console/ui/form/plain.tsx';
import { keepFocusInList } from '#console/ui/keyboard/focus.ts';
import { TITLE_MAX, TITLES_MAX } from '#core/compose/limits.ts';
import type { ArticleTitle } from '#generated/model/index.ts';
import { useArticleEditor, useEdit, useText, useWriter } from '../editor/article-context.tsx';
import { newPartId } from '../editor/new-part-id.ts';
import { textsSoFar } from '../step/partial.ts';
import { StepFailure } from '../step/step-failure.tsx';
import { StepFooter, StepHeader, StepProgress } from '../step/step-parts.tsx';
import type { StepProps } from '../step/step-props.ts';
import classes from './titles.module.css';

/** Ready-made instructions for new suggestions. */
const WISHES = [
  { label: 'Shorter', wish: 'Shorter titles' },
  { label: 'More concrete', wish: 'More concrete titles' },
] as const;

/** Five titles to choose from. */
export function TitlesStep({ goTo }: StepProps) {
  const { readOnly, writer } = useArticleEditor();
  const titles = useText((text) => text.titles);
  const title = useText((text) => text.title);
  const hasTopic = useText((text) => text.brief.topic.trim() !== '');
  const hasOutline = useText((text) => text.outline.length > 0);
  const edit = useEdit('titles');
  const writing = useWriter((state) => state.writing);
  const [wish, setWish] = useState('');
  const isWriting = writing?.request.step === 'titles';
  const reason = blocked(readOnly, hasTopic, writing !== null);

  const suggest = async (wanted?: string) =>
    reason === null && writer.write({ step: 'titles', ...(wanted && { wish: wanted }) });
  const change = (id: string, change: Partial<ArticleTitle>, field?: string) =>
    edit((text) => {
      const before = text.titles.find((one) => one.id === id);
      const isChosen = before !== undefined && before.text === text.title && text.title !== '';
      return {
        ...text,
        titles: text.titles.map((one) => (one.id === id ? { ...one, ...change } : one)),
        ...(isChosen && change.text !== undefined && { title: change.text }),
      };
    }, field);
  const add = () =>
    edit((text) => ({
      ...text,
      titles: [...text.titles, { id: newPartId('title'), text: text.title, kept: true }],
    }));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (wish.trim() === '') return;
    // Keeps the instruction if the step failed.
    void suggest(wish.trim()).then((isDone) => isDone && setWish(''));
  };
  const next = () => {
    goTo('outline');
    if (!hasOutline && writer.store.getState().writing === null)
      void writer.write({ step: 'outline' });
  };
  const isListed = titles.some(({ text }) => text === title);

  return (
    <section aria-label="Titles">
      <StepHeader title="Titles">
        Choose one, or edit it. New suggestions replace any you don't keep.
      </StepHeader>
      <div className={classes.chosen}>
        <TextInput
          className={classes.grow}
          label="Title"
          placeholder="Choose one below, or type your own"
          maxLength={TITLE_MAX}
          dir="auto"
          readOnly={readOnly !== null}
          value={title}
          onChange={(event) => {
            const { value } = event.currentTarget;
            edit((text) => ({ ...text, title: value }), 'title');
          }}
        />
        {title.trim() !== '' && !isListed && titles.length < TITLES_MAX && (
          <Button
            variant="default"
            leftSection={<IconPlus />}
            disabled={readOnly !== null}
            onClick={add}
          >
            Keep as an idea
          </Button>
        )}
      </div>
      <StepFailure of={({ step }) => step === 'titles'} />
      <ul className={classes.cards} aria-label="Title ideas">
        {titles.map((one, index) => (
          <TitleCard
            key={one.id}
            title={one}
            number={index + 1}
            isChosen={one.text !== '' && one.text === title}
            locked={readOnly !== null}
            onText={(text) => change(one.id, { text }, one.id)}
            onKeep={(kept) => change(one.id, { kept })}
            onChoose={() => edit((text) => ({ ...text, title: one.text }))}
            onRemove={() =>
              edit((text) => ({ ...text, titles: text.titles.filter(({ id }) => id !== one.id) }))
            }
          />
        ))}
        {isWriting &&
          textsSoFar(writing.text).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else
            <li key={index} className={classes.card} data-coming>
              {text || '…'}
            </li>
          ))}
      </ul>
      {isWriting ? (
        <StepProgress label="Writing titles" />
      ) : (
        <form className={classes.ask} onSubmit={ask}>
          <ActionButton
            reason={reason}
            variant={titles.length === 0 ? 'filled' : 'default'}
            leftSection={<IconSparkles />}
            onClick={() => void suggest()}
          >
            {titles.length === 0 ? 'Suggest five titles' : 'Suggest others'}
          </ActionButton>
          {titles.length > 0 && (
            <>
              {WISHES.map((one) => (
                <Button
                  key={one.label}
                  variant="default"
                  disabled={reason !== null}
                  onClick={() => void suggest(one.wish)}
                >
                  {one.label}
                </Button>
              ))}
              <TextInput
                className={classes.grow}
                aria-label="What should the titles be like?"
                placeholder="Or say what they should be like, then press Enter"
                maxLength={2000}
                disabled={reason !== null}
                value={wish}
                onChange={(event) => setWish(event.currentTarget.value)}
              />
            </>
          )}
        </form>
      )}
      <StepFooter>
        <Button disabled={title.trim() === '' || readOnly !== null} onClick={next}>
          {hasOutline ? 'Go to the outline' : 'Write the outline'}
        </Button>
      </StepFooter>
    </section>
  );
}

function blocked(readOnly: string | null, hasTopic: boolean, isBusy: boolean): string | null {
  if (readOnly !== null) return readOnly;
  if (!hasTopic) return 'Enter a topic in the brief first.';
  return isBusy ? 'Another step is in progress.' : null;
}

interface TitleCardProps {
  title: ArticleTitle;
  /** Counted from 1. */
  number: number;
  isChosen: boolean;
  locked: boolean;
  onText: (text: string) => void;
  onKeep: (kept: boolean) => void;
  onChoose: () => void;
  onRemove: () => void;
}

/** A title that can be edited, kept and chosen. */
function TitleCard(props: TitleCardProps) {
  const { title, number, isChosen, locked, onText, onKeep, onChoose, onRemove } = props;
  const { text, kept } = title;
  return (
    <li className={classes.card} data-chosen={isChosen || undefined}>
      <PlainTextarea
        className={classes.text}
        aria-label={`Title ${number}`}
        maxLength={TITLE_MAX}
        dir="auto"
        readOnly={locked}
        value={text}
        onChange={(event) => onText(event.currentTarget.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onChoose();
        }}
      />
      <div className={classes.tools}>
        <IconButton
          label={`Keep title ${number}`}
          tip={kept ? "Kept: new titles won't replace it" : 'Keep when new titles are suggested'}
          aria-pressed={kept}
          disabled={locked}
          onClick={() => onKeep(!kept)}
        >
          {kept ? <IconPinFilled /> : <IconPin />}
        </IconButton>
        <IconButton
          label={`Remove title ${number}`}
          tip="Remove"
          data-remove
          disabled={locked}
          onClick={({ currentTarget }) => {
            keepFocusInList(currentTarget);
            onRemove();
          }}
        >
          <IconX />
        </IconButton>
        <Button
          size="xs"
          variant={isChosen ? 'light' : 'default'}
          color={isChosen ? 'iris' : 'ink'}
          aria-pressed={isChosen}
          leftSection={isChosen && <IconCheck />}
          disabled={locked || text.trim() === ''}
          onClick={onChoose}
        >
          {isChosen ? 'Chosen' : 'Choose'}
        </Button>
      </div>
    </li>
  );
}
