import type { ApiError } from '#console/api/api-error.ts';
import { openAssistant } from './assistant-store.ts';

/** Asks the assistant what an error means and what to do about it. */
export function explainError({ problem, requestId }: ApiError): void {
  if (!problem) return;
  const { title, code, detail = '' } = problem;
  const request = requestId ? ` (request ${requestId})` : '';
  openAssistant(`Explain this error: ${title}, \`${code}\`. ${detail}${request}`);
}
