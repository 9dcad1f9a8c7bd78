import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type AssistModelState = {
  /** The model that helps; null for the one that new tasks begin with. */
  modelId: string | null;
  choose: (modelId: string | null) => void;
};

/** Which model the person wants help from, kept in the browser. */
export const useAssistModelStore = create<AssistModelState>()(
  persist((set) => ({ modelId: null, choose: (modelId) => set({ modelId }) }), {
    name: 'assist-model',
    partialize: ({ modelId }) => ({ modelId }),
  }),
);
