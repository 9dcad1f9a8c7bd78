import { Textarea, type TextareaProps } from '@mantine/core';
import { DESCRIPTION_MAX } from '#core/limits.ts';

/** The description field of a form; takes the form's input props. */
export function DescriptionInput(props: TextareaProps) {
  return (
    <Textarea
      label="Description"
      placeholder="What it's for"
      autosize
      minRows={2}
      maxRows={6}
      maxLength={DESCRIPTION_MAX}
      {...props}
    />
  );
}
