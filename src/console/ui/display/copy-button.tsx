import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { attempt } from '../feedback/attempt.ts';
import { toast } from '../feedback/toast.ts';
import { copyText } from './copy-text.ts';

type CopyButtonProps = {
  /** Names the text: `endpoint URL` makes the label `Copy endpoint URL`. */
  what: string;
  /** The text to copy; a function when it is expensive to produce or has to be fetched. */
  value: string | (() => string | Promise<string>);
  size?: 'sm' | 'md';
  /** What else to know about the text, shown in a toast. */
  note?: string;
  /** A button with the label in it, rather than an icon with the label as its tooltip. */
  variant?: 'default' | 'subtle';
};

/** Copies a text and confirms it briefly: `Copy endpoint URL`, then `Copied`. */
export function CopyButton(props: CopyButtonProps) {
  const { what, value, size = 'md', note, variant } = props;
  const [copied, setCopied] = useState(false);
  const [loading, setLoading] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const text = typeof value === 'function' ? value() : value;
    if (typeof text !== 'string') setLoading(true);
    await attempt(async () => {
      if (!(await copyText(await text))) return;
      setCopied(true);
      if (note) toast.info(note);
    });
    setLoading(false);
  };

  const label = copied ? 'Copied' : `Copy ${what}`;
  const icon = copied ? <IconCheck /> : <IconCopy />;
  if (variant) {
    return (
      <Button
        variant={variant}
        size={size === 'sm' ? 'xs' : undefined}
        loading={loading}
        leftSection={icon}
        onClick={copy}
      >
        {label}
      </Button>
    );
  }
  return (
    <IconButton label={label} loading={loading} onClick={copy} size={size}>
      {icon}
    </IconButton>
  );
}
