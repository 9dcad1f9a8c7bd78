import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconPin, IconPinFilled, IconX } from '@tabler/icons-react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { PlainTextarea } from '#console/ui/form/plain.tsx';
import { keepFocusInList } from '#console/ui/keyboard/focus.ts';
import { TITLE_MAX } from '#core/compose/limits.ts';
import type { ArticleTitle } from '#generated/model/index.ts';
import classes from './titles.module.css';

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
export function TitleCard(props: TitleCardProps) {
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
        <Tooltip
          label={kept ? "Kept: new titles won't replace it" : 'Keep when new titles are suggested'}
        >
          <ActionIcon
            aria-label={`Keep title ${number}`}
            aria-pressed={kept}
            disabled={locked}
            onClick={() => onKeep(!kept)}
          >
            {kept ? <IconPinFilled /> : <IconPin />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove">
          <ActionIcon
            aria-label={`Remove title ${number}`}
            data-remove
            disabled={locked}
            onClick={({ currentTarget }) => {
              keepFocusInList(currentTarget);
              onRemove();
            }}
          >
            <IconX />
          </ActionIcon>
        </Tooltip>
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
