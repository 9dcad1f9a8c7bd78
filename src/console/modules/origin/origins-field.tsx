import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { PlainIconButton } from '#console/ui/form/plain.tsx';
import { originProblem, toOrigin } from '#core/settings/origin.ts';
import classes from './origins-field.module.css';

interface OriginsFieldProps {
  origins: readonly string[];
  about: string;
  max: number;
  /** Why an origin can't be allowed; null if it can. */
  problemOf?: (origin: string) => string | null;
  /** The server's errors, by index. */
  errorAt: (index: number) => string | undefined;
  disabled: boolean;
  onChange: (origins: string[]) => void;
}

/** A list of websites. A pasted address of a page becomes its origin. */
export function OriginsField(props: OriginsFieldProps) {
  const { origins, about, max, problemOf = originProblem, errorAt, disabled, onChange } = props;
  const put = (index: number, value: string) => onChange(origins.with(index, value));
  const twice = (origin: string, index: number) =>
    origins.indexOf(origin) < index ? 'This origin is already in the list' : null;
  return (
    <fieldset className={classes.origins}>
      <legend>Allowed origins</legend>
      <p className={classes.about}>{about}</p>
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
              (origin !== '' && (problemOf(toOrigin(origin)) ?? twice(origin, index)))
            }
            onChange={(event) => put(index, event.currentTarget.value)}
            onBlur={() => put(index, toOrigin(origin))}
          />
          <PlainIconButton
            label={`Remove origin ${index + 1}`}
            tip="Remove origin"
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
        disabled={disabled || origins.length >= max}
        onClick={() => onChange([...origins, ''])}
      >
        Add origin
      </Button>
    </fieldset>
  );
}
