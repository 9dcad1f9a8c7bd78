import { Textarea, TextInput } from '@mantine/core';
import { FORM_VALUE_MAX, INPUT_FILE_MAX_MB } from '#core/limits.ts';
import { isFileType } from '#core/task/input/files.ts';
import type { TaskVariable } from '#generated/model/index.ts';
import { useProblem } from '../editor-context.tsx';
import { OptionsInput } from '../rows/options-input.tsx';
import classes from '../rows/rows.module.css';

const hints: Record<TaskVariable['type'], string> = {
  text: '',
  number: 'A number, e.g. 12.5',
  boolean: 'true or false',
  choice: 'One of the options',
  list: 'One item per line',
  json: 'JSON',
  image: '',
  file: '',
};

function fileHint(type: 'image' | 'file'): string {
  const kinds =
    type === 'image' ? 'A PNG, JPEG, WebP or GIF' : 'A PDF, text, Markdown, CSV or JSON file';
  return `${kinds}, up to ${INPUT_FILE_MAX_MB} MB. API calls send it as a data URL. It is inserted where the user prompt uses it.`;
}

interface VariableDetailsProps {
  variable: TaskVariable;
  pointer: string;
  readOnly: boolean;
  onChange: (change: Omit<Partial<TaskVariable>, 'name'>) => void;
}

/** The details of an input variable. */
export function VariableDetails({ variable, pointer, readOnly, onChange }: VariableDetailsProps) {
  const errors = {
    default: useProblem(`${pointer}/default`),
    example: useProblem(`${pointer}/example`),
  };
  const value = (key: 'default' | 'example', label: string, description: string) => (
    <Textarea
      label={label}
      description={description}
      placeholder={hints[variable.type]}
      data-pointer={`${pointer}/${key}`}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={FORM_VALUE_MAX}
      readOnly={readOnly}
      value={variable[key] ?? ''}
      error={errors[key]}
      onChange={(event) => onChange({ [key]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <>
      {variable.type === 'choice' && (
        <OptionsInput
          pointer={`${pointer}/options`}
          options={variable.options ?? []}
          readOnly={readOnly}
          onChange={(options) => onChange({ options })}
        />
      )}
      <TextInput
        className={classes.wide}
        label="Description"
        description="Shown in the API docs"
        data-pointer={`${pointer}/description`}
        maxLength={1000}
        readOnly={readOnly}
        value={variable.description ?? ''}
        onChange={(event) => onChange({ description: event.currentTarget.value || undefined })}
      />
      {isFileType(variable.type) ? (
        <p className={`${classes.empty} ${classes.wide}`}>{fileHint(variable.type)}</p>
      ) : (
        <>
          {value('default', 'Default', 'Used when omitted')}
          {value('example', 'Example', 'Example value, used in the run form')}
        </>
      )}
    </>
  );
}
