import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { absoluteUrl, apiConfig } from '#console/api/config.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { curlForRun } from '#core/task/snippets/snippets.ts';
import type { Run } from '#generated/model/index.ts';

/** The public base URL of the API. */
export const apiBaseUrl = () => absoluteUrl(apiConfig().apiBaseUrl, '');

/** Copies a cURL command that repeats a run. */
export function CopyCurl({ run, orgId }: { run: Run; orgId: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(curlForRun(run, { baseUrl: apiBaseUrl(), orgId }));
      toast.success('cURL copied. Set TASKLOOM_API_KEY before you run it.');
    } catch {
      toast.error("Couldn't copy: the browser blocked it.");
    }
  };
  return (
    <Button variant="subtle" size="xs" onClick={copy} leftSection={<IconTerminal2 />}>
      Copy as cURL
    </Button>
  );
}
