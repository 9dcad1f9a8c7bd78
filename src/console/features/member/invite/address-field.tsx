import { CloseButton, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import { splitAddresses } from '#core/email/address.ts';
import classes from '../member.module.css';

/** Chips shown at once; further ones are only counted. */
const SHOWN = 100;

type AddressFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** Takes any mess of addresses, and shows how it is understood: an address each, faults marked. */
export function AddressField({ value, error, onChange }: AddressFieldProps) {
  const found = useMemo(() => splitAddresses(value), [value]);
  const remove = (text: string) =>
    onChange(
      found
        .filter((one) => one.text !== text)
        .map((one) => one.text)
        .join('\n'),
    );
  return (
    <div>
      <Textarea
        label="Email addresses"
        description="Type addresses or paste them from an email, a spreadsheet or a chat."
        placeholder="ada@example.com, Grace Hopper <grace@example.com>"
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        data-autofocus
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {found.length > 0 && (
        <ul className={`${classes.chips} ${classes.found}`} aria-label="Recognised addresses">
          {found.slice(0, SHOWN).map(({ text, isValid }) => (
            <li key={text} className={classes.chip} data-invalid={!isValid || undefined}>
              <span className="tl-truncate">{text}</span>
              {!isValid && <span className="tl-sr-only">: not an email address</span>}
              <CloseButton size="xs" aria-label={`Remove ${text}`} onClick={() => remove(text)} />
            </li>
          ))}
          {found.length > SHOWN && <li className={classes.chip}>+{found.length - SHOWN}</li>}
        </ul>
      )}
    </div>
  );
}
