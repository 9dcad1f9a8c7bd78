import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type AssistModelState = {
  /** The model that writes suggestions; null for the default model of new tasks. */
  modelId: string | null;
  choose: (modelId: string | null) => void;
};

/** The model the user picked for the assistant, remembered in the browser. */
export const useAssistModelStore = create<AssistModelState>()(
  persist((set) => ({ modelId: null, choose: (modelId) => set({ modelId }) }), {
    name: 'assist-model',
  }),
);
