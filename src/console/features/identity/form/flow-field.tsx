import { Box, Checkbox, Input, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import type { FlowKind, InputNode } from '../flow/flow-types.ts';
import { messageText } from '../flow/messages.ts';
import { isCode } from '../flow/nodes.ts';
import classes from './code-input.module.css';

type FlowFieldProps = {
  node: InputNode;
  kind: FlowKind;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
  /** Called with a complete one-time code. */
  onComplete?: (value: string) => void;
  /** An error found by this page before submitting. */
  error?: string;
  /** Shown to the right of the label, e.g. "Forgot password?". */
  aside?: ReactNode;
  /** Shown below the label. */
  hint?: string;
  /** Replaces the flow's own label. */
  label?: string;
  size?: 'sm' | 'md';
};

/** One input of a flow. */
export function FlowField(props: FlowFieldProps) {
  const { node, kind, value, onChange, onComplete, size = 'md', aside, hint } = props;
  const { name, type, disabled, maxlength, required, options } = node.attributes;
  const error = props.error ?? errorOf(node);
  const label = props.label ?? labelOf(node);
  const id = useId();
  const common = {
    id,
    name,
    size,
    error,
    disabled,
    // The error repeats the hint and says what to do.
    description: error ? undefined : hint,
    label,
    // No asterisks, since optional fields are the exception here. Screen readers announce that the field is
    // required.
    'aria-required': required || undefined,
    autoComplete: autocompleteOf(node, kind),
  };

  if (isCode(node)) {
    return (
      <CodeInput
        label={label}
        name={name}
        length={maxlength ?? 6}
        value={String(value)}
        onChange={onChange}
        onComplete={onComplete}
        error={error}
        disabled={disabled}
      />
    );
  }
  if (type === 'checkbox') {
    return (
      <Checkbox
        name={name}
        label={label}
        disabled={disabled}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  const text = { ...common, value: String(value), maxLength: maxlength };
  if (options && options.length > 0) {
    return (
      <NativeSelect
        {...common}
        value={String(value)}
        data={['', ...options.map((option) => String(option.value))]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const field =
    type === 'password' ? (
      <PasswordInput
        {...text}
        onChange={(event) => onChange(event.currentTarget.value)}
        // Mantine omits these here, unlike in its other fields.
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, error ? undefined : hint, error)}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
    ) : (
      <TextInput
        {...text}
        type={htmlType(type)}
        inputMode={name === 'identifier' ? 'email' : undefined}
        autoCapitalize={type === 'text' && name.includes('name') ? 'words' : 'none'}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (!aside) return field;
  return (
    <Box pos="relative">
      {field}
      <Box pos="absolute" top={0} right={0}>
        {aside}
      </Box>
    </Box>
  );
}

function describedBy(id: string, hint?: string, error?: string): string | undefined {
  const ids = [hint && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

function labelOf(node: InputNode): string {
  const { name } = node.attributes;
  // Traits are labelled by the identity schema, whose author may spell them differently.
  if (name === 'traits.email') return 'Email';
  if (name === 'lookup_secret') return 'Backup code';
  return node.meta.label ? messageText(node.meta.label) : name;
}

function errorOf(node: InputNode): string | undefined {
  const found = node.messages
    .filter((message) => message.type === 'error')
    .map((message) => messageText(message));
  return found.length > 0 ? found.join(' ') : undefined;
}

function htmlType(type: string): string {
  return ['email', 'tel', 'url', 'number', 'date', 'datetime-local'].includes(type) ? type : 'text';
}

/** The autocomplete value from the flow, else derived from the name, so that password managers need not guess. */
function autocompleteOf({ attributes }: InputNode, kind: FlowKind): string | undefined {
  if (attributes.autocomplete && attributes.autocomplete !== '11184809') {
    return attributes.autocomplete;
  }
  switch (attributes.name) {
    case 'identifier':
      return 'username';
    case 'password':
      return kind === 'login' ? 'current-password' : 'new-password';
    case 'email':
    case 'traits.email':
      return 'email';
    case 'traits.name':
      return 'name';
    case 'traits.name.first':
      return 'given-name';
    case 'traits.name.last':
      return 'family-name';
    default:
      return attributes.name === 'lookup_secret' ? 'off' : undefined;
  }
}

type CodeInputProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Called once when the last digit is entered, typed or pasted. */
  onComplete?: (value: string) => void;
  length?: number;
  error?: string | null;
  disabled?: boolean;
};

/**
 * A one-time code: a single field drawn as boxes. Accepts a code pasted with spaces or dashes, and system
 * autofill from a message.
 */
function CodeInput(props: CodeInputProps) {
  const { label, name, value, onChange, onComplete, length = 6, error, disabled } = props;
  const id = useId();
  const [completed, setCompleted] = useState<string | null>(null);

  const change = (text: string) => {
    const next = text.replace(/\D/g, '').slice(0, length);
    onChange(next);
    if (next.length < length) setCompleted(null);
    else if (next !== completed) {
      setCompleted(next);
      onComplete?.(next);
    }
  };

  const slots = Array.from({ length }, (_, index) => index);
  return (
    <Input.Wrapper label={label} error={error} id={id} errorProps={{ id: `${id}-error` }}>
      <div className={classes.root} style={{ '--slots': length } as CSSProperties}>
        <input
          id={id}
          name={name}
          className={classes.input}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          disabled={disabled}
        />
        {slots.map((slot) => (
          <div
            key={slot}
            className={classes.slot}
            data-current={slot === Math.min(value.length, length - 1) || undefined}
            aria-hidden
          >
            {value[slot]}
          </div>
        ))}
      </div>
    </Input.Wrapper>
  );
}
