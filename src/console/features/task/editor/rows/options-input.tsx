import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { OPTIONS_MAX } from '#core/limits.ts';
import { useProblem } from '../editor-context.tsx';
import classes from './rows.module.css';

interface OptionsInputProps {
  pointer: string;
  options: string[];
  readOnly: boolean;
  onChange: (options: string[]) => void;
}

/** The options of a choice. */
export function OptionsInput({ pointer, options, readOnly, onChange }: OptionsInputProps) {
  return (
    <TagsInput
      className={classes.wide}
      label="Options"
      description="Press Enter to add"
      data-pointer={pointer}
      value={options}
      maxTags={OPTIONS_MAX}
      readOnly={readOnly}
      error={useProblem(pointer)}
      onChange={onChange}
    />
  );
}
