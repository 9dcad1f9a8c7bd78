import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type OnboardingTask = { name: string; selected: boolean };

type OnboardingState = {
  selectedTasks: OnboardingTask[];
  /** Whether the person is in onboarding now. */
  onboarding: boolean;
  assistantToolMethod: string | null;
  /** Flips a task's selection, or sets it. */
  toggle: (name: string, selected?: boolean) => void;
  enter: () => void;
  /** Leaving: what was selected is forgotten. */
  reset: () => void;
};

/** What is chosen during onboarding, kept in the browser under the specified name. */
export const useOnboardingStore = create<OnboardingState>()(
  persist(
    (set) => ({
      selectedTasks: [],
      onboarding: false,
      assistantToolMethod: null,
      toggle: (name, selected) =>
        set(({ selectedTasks }) => ({ selectedTasks: toggled(selectedTasks, name, selected) })),
      enter: () => set({ onboarding: true }),
      reset: () => set({ selectedTasks: [], onboarding: false, assistantToolMethod: null }),
    }),
    {
      name: 'onboarding-selected-tasks',
      partialize: ({ selectedTasks, onboarding, assistantToolMethod }) => ({
        selectedTasks,
        onboarding,
        assistantToolMethod,
      }),
    },
  ),
);

function toggled(tasks: OnboardingTask[], name: string, selected?: boolean): OnboardingTask[] {
  if (!tasks.some((task) => task.name === name)) {
    return [...tasks, { name, selected: selected ?? true }];
  }
  return tasks.map((task) =>
    task.name === name ? { ...task, selected: selected ?? !task.selected } : task,
  );
}
