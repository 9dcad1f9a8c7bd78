import { create } from 'zustand';
import type { ApiError } from '#console/api/api-error.ts';

interface AssistantState {
  opened: boolean;
  /** The assistant is asked about it as soon as it is open. */
  error: ApiError | null;
}

/** Whether the assistant is open, from anywhere in the console. */
export const useAssistantStore = create<AssistantState>()(() => ({ opened: false, error: null }));

export const closeAssistant = () => useAssistantStore.setState({ opened: false });
/** @param error what to explain */
export const openAssistant = (error: ApiError | null = null) =>
  useAssistantStore.setState({ opened: true, error });
export const takeError = () => useAssistantStore.setState({ error: null });
