import { publicApiUrl } from '#console/api/config.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { API_KEY_VARIABLE, curlForRun } from '#core/task/snippets/snippets.ts';
import type { Run } from '#generated/model/index.ts';

/** What to do before a copied cURL command works. */
export const CURL_NOTE = `Set ${API_KEY_VARIABLE} before you run it.`;

/** A cURL command that repeats a run. */
export function curlOf(run: Run, orgId: string): string {
  return curlForRun(run, { baseUrl: publicApiUrl(), orgId });
}

/** Copies a cURL command that repeats a run. */
export function CopyCurl({ run, orgId }: { run: Run; orgId: string }) {
  return (
    <CopyButton
      variant="subtle"
      size="sm"
      what="cURL"
      note={CURL_NOTE}
      value={() => curlOf(run, orgId)}
    />
  );
}
