import { NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import { TOP_K_MAX } from './search-rules.ts';

interface TopKInputProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** How many passages a search returns. */
export function TopKInput({ label, value, onChange }: TopKInputProps) {
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      w={96}
      min={1}
      max={TOP_K_MAX}
      clampBehavior="strict"
      allowDecimal={false}
      prefix="Top "
      value={value}
      onChange={(given) => typeof given === 'number' && onChange(given)}
    />
  );
}
