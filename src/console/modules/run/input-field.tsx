import {
  Group,
  Input,
  SegmentedControl,
  Select,
  Skeleton,
  Textarea,
  TextInput,
} from '@mantine/core';
import { lazy, memo, Suspense, useId } from 'react';
import { isFileType } from '#core/task/files.ts';
import type { TaskVariable } from '#generated/model/index.ts';
import { isNeeded } from './input-values.ts';
import classes from './run.module.css';

const FileField = lazy(() => import('./file-field.tsx').then((m) => ({ default: m.FileField })));

interface InputFieldProps {
  variable: TaskVariable;
  value: string;
  onChange: (name: string, text: string) => void;
  onLeave: (name: string) => void;
  error: string | undefined;
}

/** The field of one variable, as its type wants it. Of a hundred, only the one that is typed in renders. */
export const InputField = memo(function InputField(props: InputFieldProps) {
  const { variable, value, onLeave, error } = props;
  const { name, type, description, options = [] } = variable;
  const onChange = (text: string) => props.onChange(name, text);
  const common = {
    label: <span className={`tl-mono ${classes.label}`}>{name}</span>,
    description: description || undefined,
    required: isNeeded(variable),
    error,
    onBlur: () => onLeave(name),
    value,
    'data-input': name,
  };
  const placeholder = placeholderOf(variable);

  if (isFileType(type))
    return (
      <Suspense fallback={<Skeleton height={72} />}>
        <FileField {...{ value, onChange, error }} variable={{ ...variable, type }} />
      </Suspense>
    );
  if (type === 'boolean') return <BooleanField {...{ variable, value, onChange, error }} />;
  if (type === 'choice') {
    return (
      <Select
        {...common}
        value={value || null}
        data={[...new Set(options)].filter((option) => option !== '')}
        placeholder={placeholder ?? 'Choose'}
        clearable={!common.required}
        onChange={(option) => onChange(option ?? '')}
      />
    );
  }
  if (type === 'number') {
    return (
      <TextInput
        {...common}
        inputMode="decimal"
        placeholder={placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <Textarea
      {...common}
      autosize
      minRows={type === 'text' ? 1 : 2}
      maxRows={12}
      spellCheck={type === 'text'}
      classNames={type === 'json' ? { input: classes.mono } : {}}
      placeholder={placeholder}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
});

interface BooleanFieldProps extends Pick<InputFieldProps, 'variable' | 'value' | 'error'> {
  onChange: (text: string) => void;
}

/** Three states when it need not be given: absent is not the same as false. */
function BooleanField({ variable, value, onChange, error }: BooleanFieldProps) {
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

function placeholderOf({ type, default: fallback, example }: TaskVariable): string | undefined {
  if (fallback) return `Default: ${fallback.slice(0, 80)}`;
  if (type === 'list') return 'One item a line';
  if (type === 'json') return '{ "key": "value" }';
  return example ? `For example: ${example.slice(0, 80)}` : undefined;
}
