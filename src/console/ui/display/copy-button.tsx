import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toast } from '../feedback/toast.ts';
import { Tooltip } from './tooltip.tsx';

type CopyButtonProps = {
  /** The text to copy; a function when it is expensive to produce. */
  value: string | (() => string);
  /** The label for the tooltip and screen readers, e.g. `Copy cURL`. */
  label: string;
  size?: 'sm' | 'md';
};

/** Copies a text and confirms it briefly. */
export function CopyButton({ value, label, size = 'md' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof value === 'function' ? value() : value);
      setCopied(true);
    } catch {
      toast.error("Couldn't copy. Select the text and copy it yourself.");
    }
  };

  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon aria-label={copied ? 'Copied' : label} onClick={copy} size={size}>
        {copied ? <IconCheck /> : <IconCopy />}
      </ActionIcon>
    </Tooltip>
  );
}
