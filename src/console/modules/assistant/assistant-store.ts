import { create } from 'zustand';

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
