import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { PlainIconButton } from '#console/ui/form/plain.tsx';
import classes from './widget.module.css';
import { ORIGINS_MAX, originProblem, toOrigin } from './widget-values.ts';

interface OriginsFieldProps {
  origins: readonly string[];
  /** The server's errors, by index. */
  errorAt: (index: number) => string | undefined;
  disabled: boolean;
  onChange: (origins: string[]) => void;
}

/** The websites that may show a widget. A pasted address of a page becomes its origin. */
export function OriginsField({ origins, errorAt, disabled, onChange }: OriginsFieldProps) {
  const put = (index: number, value: string) => onChange(origins.with(index, value));
  const twice = (origin: string, index: number) =>
    origins.indexOf(origin) < index ? 'This origin is already in the list' : null;
  return (
    <fieldset className={classes.origins}>
      <legend>Allowed origins</legend>
      <p className={classes.about}>
        The websites that may show the widget, such as https://www.example.com.
        {origins.length === 0 && ' There are none yet, so it is shown nowhere.'}
      </p>
      {origins.map((origin, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity but their place
        <div key={index} className={classes.origin}>
          <TextInput
            aria-label={`Origin ${index + 1}`}
            placeholder="https://www.example.com"
            maxLength={200}
            autoComplete="off"
            inputMode="url"
            value={origin}
            disabled={disabled}
            classNames={{ input: 'tl-mono' }}
            error={
              errorAt(index) ||
              (origin !== '' && (originProblem(toOrigin(origin)) ?? twice(origin, index)))
            }
            onChange={(event) => put(index, event.currentTarget.value)}
            onBlur={() => put(index, toOrigin(origin))}
          />
          <PlainIconButton
            tip="Remove origin"
            aria-label={`Remove origin ${index + 1}`}
            disabled={disabled}
            onClick={() => onChange(origins.toSpliced(index, 1))}
          >
            <IconX />
          </PlainIconButton>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus />}
        disabled={disabled || origins.length >= ORIGINS_MAX}
        onClick={() => onChange([...origins, ''])}
      >
        Add origin
      </Button>
    </fieldset>
  );
}
