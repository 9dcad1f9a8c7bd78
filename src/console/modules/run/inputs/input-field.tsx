import { memo } from 'react';
import { PlainInput, PlainSelect, PlainTextarea } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { isFileType } from '#core/task/input/files.ts';
import type { TaskVariable } from '#generated/model/index.ts';
import { FileField } from './file-field.tsx';
import { isNeeded } from './input-values.ts';
import classes from './inputs.module.css';

interface InputFieldProps {
  variable: TaskVariable;
  value: string;
  onChange: (name: string, text: string) => void;
  onLeave: (name: string) => void;
  error: string | undefined;
}

/** The field of one variable, by its type. Memoised: with a hundred fields, only the one being typed in renders. */
export const InputField = memo(function InputField(props: InputFieldProps) {
  const { variable, value, onLeave, error } = props;
  const { name, type } = variable;
  const onChange = (text: string) => props.onChange(name, text);

  if (isFileType(type))
    return <FileField {...{ value, onChange, error }} variable={{ ...variable, type }} />;
  if (type === 'boolean') return <BooleanField {...{ variable, value, onChange, error }} />;

  const placeholder = placeholderOf(variable);
  const common = { value, 'data-input': name, onBlur: () => onLeave(name) };
  return (
    <PlainField
      label={<span className={`tl-mono ${classes.label}`}>{name}</span>}
      description={variable.description}
      required={isNeeded(variable)}
      error={error}
    >
      {(control) =>
        type === 'choice' ? (
          <PlainSelect
            {...control}
            {...common}
            options={choicesOf(variable, value)}
            onChange={onChange}
          />
        ) : type === 'number' ? (
          <PlainInput
            {...control}
            {...common}
            inputMode="decimal"
            placeholder={placeholder}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <PlainTextarea
            {...control}
            {...common}
            minRows={type === 'text' ? 1 : 2}
            spellCheck={type === 'text'}
            className={type === 'json' ? classes.mono : undefined}
            placeholder={placeholder}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </PlainField>
  );
});

/** The options, preceded by none. A past run's value that is no longer an option is kept. */
function choicesOf(variable: TaskVariable, value: string) {
  const options = [...new Set(variable.options ?? [])].filter((option) => option !== '');
  const gone = value === '' || options.includes(value) ? [] : [value];
  return [
    { value: '', label: placeholderOf(variable) ?? 'Select' },
    ...[...options, ...gone].map((option) => ({ value: option, label: option })),
  ];
}

function placeholderOf({ type, default: fallback, example }: TaskVariable): string | undefined {
  if (fallback) return `Default: ${fallback.slice(0, 80)}`;
  if (type === 'list') return 'One item per line';
  if (type === 'json') return '{ "key": "value" }';
  return example ? `e.g. ${example.slice(0, 80)}` : undefined;
}

interface BooleanFieldProps {
  variable: TaskVariable;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** An optional boolean has three states: absent isn't the same as false. */
function BooleanField({ variable, value, onChange, error }: BooleanFieldProps) {
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
