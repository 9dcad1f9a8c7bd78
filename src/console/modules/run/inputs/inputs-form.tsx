import { Stack, Text } from '@mantine/core';
import { useFirstRows } from '#console/ui/list/first-rows.ts';
import type { TaskVariable } from '#generated/model/index.ts';
import { InputField } from './input-field.tsx';
import type { InputTexts } from './input-values.ts';

interface InputsFormProps {
  variables: readonly TaskVariable[];
  texts: InputTexts;
  onChange: (name: string, text: string) => void;
  /** Called when a field is left: from then on its errors are shown. */
  onLeave: (name: string) => void;
  errors: Record<string, string>;
}

/** A form with a field for each variable of the task. */
export function InputsForm({ variables, texts, onChange, onLeave, errors }: InputsFormProps) {
  const shown = useFirstRows(variables);
  if (variables.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No inputs yet. Add <span className="tl-mono">{'{name}'}</span> to a prompt to create one.
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {shown.map((variable) => (
        <InputField
          key={variable.name}
          variable={variable}
          value={texts[variable.name] ?? ''}
          onChange={onChange}
          onLeave={onLeave}
          error={errors[variable.name]}
        />
      ))}
    </Stack>
  );
}
