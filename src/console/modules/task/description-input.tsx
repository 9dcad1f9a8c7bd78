import { Textarea, type TextareaProps } from '@mantine/core';
import { DESCRIPTION_MAX } from '#core/limits.ts';

/** What a thing is for, in a form: takes what the form gives an input. */
export function DescriptionInput(props: TextareaProps) {
  return (
    <Textarea
      label="Description"
      placeholder="What it is for"
      autosize
      minRows={2}
      maxRows={6}
      maxLength={DESCRIPTION_MAX}
      {...props}
    />
  );
}
