import { TagsInput, type TagsInputProps } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { TAG_MAX, TAGS_MAX } from '#core/limits.ts';
import { toTags } from '#core/task/tags.ts';

interface TagsFieldProps extends Omit<TagsInputProps, 'label' | 'maxTags' | 'onChange'> {
  /** Called with the tags as they are stored: normalised, and cut to their maximum length. */
  onChange: (tags: string[]) => void;
}

/** The tags of a task, collection or document. */
export function TagsField({ onChange, ...props }: TagsFieldProps) {
  return (
    <TagsInput
      label="Tags"
      description="Press Enter to add"
      maxTags={TAGS_MAX}
      {...props}
      onChange={(given) => onChange(toTags(given.map((tag) => tag.slice(0, TAG_MAX))))}
    />
  );
}
