import { Select, Skeleton, Textarea, TextInput } from '@mantine/core';
import { lazy, memo, Suspense } from 'react';
import { isFileType } from '#core/task/files.ts';
import type { TaskVariable } from '#generated/model/index.ts';
import { isNeeded } from './input-values.ts';
import classes from './run.module.css';

const BooleanField = lazy(() =>
  import('./boolean-field.tsx').then((m) => ({ default: m.BooleanField })),
);
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
  if (type === 'boolean') {
    return (
      <Suspense fallback={<Skeleton height={55} />}>
        <BooleanField {...{ variable, value, onChange, error }} />
      </Suspense>
    );
  }
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

function placeholderOf({ type, default: fallback, example }: TaskVariable): string | undefined {
  if (fallback) return `Default: ${fallback.slice(0, 80)}`;
  if (type === 'list') return 'One item a line';
  if (type === 'json') return '{ "key": "value" }';
  return example ? `For example: ${example.slice(0, 80)}` : undefined;
}
