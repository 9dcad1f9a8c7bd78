import { Text } from '@mantine/core';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { TOP_K_MAX } from './search-rules.ts';

interface TopKInputProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** How many passages a search returns. */
export function TopKInput({ label, value, onChange }: TopKInputProps) {
  return (
    <NumberField
      aria-label={label}
      size="xs"
      w={88}
      leftSection={<Text size="xs">Top</Text>}
      leftSectionWidth={36}
      min={1}
      max={TOP_K_MAX}
      value={value}
      onChange={(given) => given !== undefined && onChange(given)}
    />
  );
}
