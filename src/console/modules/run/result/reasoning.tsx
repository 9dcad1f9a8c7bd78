import { useState } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import type { RunStep } from '#generated/model/index.ts';
import { LongText } from './long-text.tsx';
import classes from './result.module.css';

interface ReasoningProps {
  text: string | undefined;
  steps: readonly RunStep[];
  /** Loads the text, where that happens only on demand. */
  onOpen?: (() => void) | undefined;
}

/** What a model reasoned before it answered, folded, with how many tokens that took. */
export function Reasoning({ text, steps, onOpen }: ReasoningProps) {
  const [isOpen, setOpen] = useState(false);
  if (!text && !onOpen) return null;
  const tokens = steps.reduce((sum, { usage }) => sum + (usage?.reasoning_tokens ?? 0), 0);
  return (
    <details
      className={classes.reasoning}
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        Reasoning
        {tokens > 0 && <span className="tl-faint"> {counted(tokens, 'token')}</span>}
      </summary>
      {isOpen && (
        <div className={classes.reasoningText}>
          {text ? <LongText text={text} /> : <TextSkeleton lines={2} />}
        </div>
      )}
    </details>
  );
}
