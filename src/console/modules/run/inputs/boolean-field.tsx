import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { TaskVariable } from '#generated/model/index.ts';
import { isNeeded } from './input-values.ts';
import classes from './inputs.module.css';

interface BooleanFieldProps {
  variable: TaskVariable;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** An optional boolean has three states: absent isn't the same as false. */
export function BooleanField({ variable, value, onChange, error }: BooleanFieldProps) {
  const needed = isNeeded(variable);
  const known = value === 'true' || value === 'false' ? value : '';
  const unset = variable.default ? `Default (${variable.default})` : 'Not set';
  return (
    <PlainField
      label={<span className={`tl-mono ${classes.label}`}>{variable.name}</span>}
      description={variable.description}
      required={needed}
      error={error}
    >
      {(control) => (
        <Segmented
          {...control}
          data-input={variable.name}
          value={known}
          onChange={onChange}
          items={[
            { value: 'true', label: 'True' },
            { value: 'false', label: 'False' },
            ...(needed ? [] : [{ value: '', label: unset }]),
          ]}
        />
      )}
    </PlainField>
  );
}
