import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { absoluteUrl, apiConfig } from '#console/api/config.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { curlForRun } from '#core/task/snippets/snippets.ts';
import type { Run } from '#generated/model/index.ts';

/** Where the API is called from outside, as an absolute URL. */
export const apiBaseUrl = () => absoluteUrl(apiConfig().apiBaseUrl, '');

/** Copies the call that repeats a run from a terminal. */
export function CopyCurl({ run, orgId }: { run: Run; orgId: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(curlForRun(run, { baseUrl: apiBaseUrl(), orgId }));
      toast.success('Copied. Put an API key into TASKLOOM_API_KEY before you run it.');
    } catch {
      toast.error('The browser did not allow copying.');
    }
  };
  return (
    <Button variant="subtle" size="xs" onClick={copy} leftSection={<IconTerminal2 />}>
      Copy as cURL
    </Button>
  );
}
