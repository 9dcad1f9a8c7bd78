import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './result.module.css';

/** In characters. Longer texts are collapsed at first, so that the content below stays within reach. */
const LONG = 8000;

/** A text written by a model or a person, collapsed if it is long. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= LONG) return text;
  return (
    <>
      <div className={isOpen ? undefined : classes.cut}>{text}</div>
      <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : `Show all ${text.length.toLocaleString('en-US')} characters`}
      </Button>
    </>
  );
}
