import { create } from 'zustand';
import type { ApiError } from '#console/api/api-error.ts';

interface AssistantState {
  opened: boolean;
  /** Sent as soon as it is open. */
  question: string | null;
}

/** Whether the assistant is open, from anywhere in the console. */
export const useAssistantStore = create<AssistantState>()(() => ({
  opened: false,
  question: null,
}));

export const closeAssistant = () => useAssistantStore.setState({ opened: false });
export const openAssistant = (question: string | null = null) =>
  useAssistantStore.setState({ opened: true, question });
export const takeQuestion = () => useAssistantStore.setState({ question: null });

/** Asks the assistant what an error means and what to do about it. */
export function explainError({ problem, requestId }: ApiError): void {
  if (!problem) return;
  const { title, code, detail = '' } = problem;
  const request = requestId ? ` (request ${requestId})` : '';
  openAssistant(`Explain this error: ${title}, \`${code}\`. ${detail}${request}`);
}
