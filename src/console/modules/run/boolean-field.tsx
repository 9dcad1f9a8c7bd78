import { Group, Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import type { TaskVariable } from '#generated/model/index.ts';
import { isNeeded } from './input-values.ts';
import classes from './run.module.css';

interface BooleanFieldProps {
  variable: TaskVariable;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Three states when it need not be given: absent is not the same as false. */
export function BooleanField({ variable, value, onChange, error }: BooleanFieldProps) {
  const id = useId();
  const needed = isNeeded(variable);
  const known = value === 'true' || value === 'false' ? value : '';
  const unset = variable.default ? `Default (${variable.default})` : 'Not set';
  return (
    <Input.Wrapper
      label={<span className={`tl-mono ${classes.label}`}>{variable.name}</span>}
      labelElement="div"
      labelProps={{ id }}
      description={variable.description || undefined}
      required={needed}
      error={error}
    >
      <Group>
        <SegmentedControl
          aria-labelledby={id}
          size="xs"
          value={known}
          onChange={onChange}
          data-input={variable.name}
          data={[
            { value: 'true', label: 'True' },
            { value: 'false', label: 'False' },
            ...(needed ? [] : [{ value: '', label: unset }]),
          ]}
        />
      </Group>
    </Input.Wrapper>
  );
}
