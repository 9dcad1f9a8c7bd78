import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { NAME_MAX } from '#core/limits.ts';
import { DescriptionInput } from '../task/description-input.tsx';

interface TemplateFieldsProps {
  /** Input props from the form. */
  inputProps: (field: 'name' | 'description' | 'tags') => GetInputPropsReturnType;
}

/** The name, description and tags of a template. */
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
        description="Separated by commas, up to 8"
        placeholder="Support, Reviews"
        {...inputProps('tags')}
      />
    </>
  );
}
