import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { NAME_MAX } from '#core/limits.ts';
import { DescriptionInput } from '../task/description-input.tsx';

interface TemplateFieldsProps {
  /** What the form gives an input. */
  inputProps: (field: 'name' | 'description' | 'tags') => GetInputPropsReturnType;
}

/** What a template is called and found by. */
export function TemplateFields({ inputProps }: TemplateFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus
        label="Name"
        withAsterisk
        maxLength={NAME_MAX}
        {...inputProps('name')}
      />
      <DescriptionInput {...inputProps('description')} />
      <TextInput
        label="Tags"
        description="Separated by commas, at most 8"
        placeholder="Support, Reviews"
        {...inputProps('tags')}
      />
    </>
  );
}
