import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import type { UseFormReturnType } from '@mantine/form';
import type { Field } from './fields.ts';
import type { SourceValues } from './source-values.ts';

interface ConfigFieldProps {
  form: UseFormReturnType<SourceValues>;
  field: Field;
  /** Takes focus when the dialog opens. */
  isFirst?: boolean;
}

const ORDER = ['label', 'input', 'description', 'error'] as const;

/** One field of a source's configuration. */
export function ConfigField({ form, field, isFirst }: ConfigFieldProps) {
  const { name, label, description, placeholder } = field;
  const texts = {
    label,
    description,
    placeholder,
    // Keeps adjacent fields aligned.
    inputWrapperOrder: [...ORDER],
    'data-autofocus': isFirst || undefined,
  };
  const isChecked = field.type === 'switch';
  const { key: _, ...props } = {
    key: undefined,
    ...form.getInputProps(`config.${name}`, isChecked ? { type: 'checkbox' } : {}),
  };
  if (field.type === 'number')
    return (
      <NumberInput
        {...texts}
        {...props}
        min={field.min}
        max={field.max}
        clampBehavior="none"
        allowDecimal={false}
      />
    );
  if (field.type === 'lines')
    return (
      <Textarea
        {...texts}
        {...props}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        classNames={{ input: 'tl-mono' }}
      />
    );
  if (field.type === 'switch') return <Switch label={label} description={description} {...props} />;
  if (field.type === 'choice')
    return (
      <NativeSelect
        label={label}
        description={description}
        inputWrapperOrder={[...ORDER]}
        data={[...field.options]}
        {...props}
      />
    );
  return (
    <TextInput
      {...texts}
      {...props}
      maxLength={field.max}
      withAsterisk={field.isRequired}
      type={field.type === 'address' ? 'url' : 'text'}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
