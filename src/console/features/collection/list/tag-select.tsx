import { NativeSelect } from '@mantine/core';

interface TagSelectProps {
  tags: readonly string[];
  /** The tag that a list is limited to; null for all. */
  value: string | null;
  onChange: (tag: string | null) => void;
}

/** Limits a list to a tag. Not shown while there are no tags. */
export function TagSelect({ tags, value, onChange }: TagSelectProps) {
  if (tags.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Tag"
      data={[{ value: '', label: 'All tags' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
