import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { attempt } from '#console/ui/feedback/attempt.ts';

interface SaveButtonProps {
  label: string;
  read: () => Promise<string>;
  save: (text: string) => void;
}

/** Fetches a file on demand and saves it. */
export function SaveButton({ label, read, save }: SaveButtonProps) {
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    await attempt(async () => save(await read()));
    setLoading(false);
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={isLoading}
      onClick={load}
      leftSection={<IconDownload />}
    >
      {label}
    </Button>
  );
}
