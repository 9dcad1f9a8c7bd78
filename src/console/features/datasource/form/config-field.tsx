import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberField } from '#console/ui/form/number-field.tsx';
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
      <NumberField
        {...texts}
        {...props}
        value={props.value === '' ? undefined : props.value}
        onChange={(value) => props.onChange(value ?? '')}
        min={field.min}
        max={field.max}
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
