import { useId } from 'react';
import { PlainTextarea } from '#console/ui/form/plain.tsx';
import { checkSection } from '#core/compose/article.ts';
import classes from './text.module.css';

interface SectionSourceProps {
  /** The section's heading. */
  name: string;
  value: string;
  readOnly: boolean;
  autoFocus?: boolean;
  onChange: (markdown: string) => void;
}

/** The Markdown editor of a section. The text has to start with its heading. */
export function SectionSource({ name, value, readOnly, autoFocus, onChange }: SectionSourceProps) {
  const errorId = useId();
  const problem = checkSection(value);
  return (
    <div>
      <PlainTextarea
        className={classes.source}
        aria-label={`Markdown of ${name}`}
        aria-describedby={problem ? errorId : undefined}
        invalid={problem !== undefined}
        readOnly={readOnly}
        autoFocus={autoFocus}
        spellCheck
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problem && (
        <p className={classes.error} id={errorId}>
          {problem}
        </p>
      )}
    </div>
  );
}
