import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { followTabs } from './follow-tabs.ts';

export type OnboardingTask = { name: string; selected: boolean };

/** `describe`: the assistant writes the task from a description. */
export type AssistantToolMethod = 'describe';

type OnboardingState = {
  selectedTasks: OnboardingTask[];
  /** Whether onboarding is in progress. */
  onboarding: boolean;
  assistantToolMethod: AssistantToolMethod | null;
  /** Toggles a task's selection, or sets it to a value. */
  toggle: (name: string, selected?: boolean) => void;
  /** How the assistant helps to build the first task; null if it doesn't. */
  choose: (assistantToolMethod: AssistantToolMethod | null) => void;
  enter: () => void;
  /** Clears the selection, without ending onboarding. */
  restart: () => void;
  /** Clears the selection when onboarding ends. */
  reset: () => void;
};

/** The onboarding selection, kept in the browser under the specified key. */
export const useOnboardingStore = create<OnboardingState>()(
  persist(
    (set) => ({
      selectedTasks: [],
      onboarding: false,
      assistantToolMethod: null,
      toggle: (name, selected) =>
        set(({ selectedTasks }) => ({ selectedTasks: toggled(selectedTasks, name, selected) })),
      choose: (assistantToolMethod) => set({ assistantToolMethod }),
      enter: () => set({ onboarding: true }),
      restart: () => set({ selectedTasks: [], assistantToolMethod: null }),
      reset: () => set({ selectedTasks: [], onboarding: false, assistantToolMethod: null }),
    }),
    {
      name: 'onboarding-selected-tasks',
    },
  ),
);
followTabs(useOnboardingStore);

function toggled(tasks: OnboardingTask[], name: string, selected?: boolean): OnboardingTask[] {
  if (!tasks.some((task) => task.name === name)) {
    return [...tasks, { name, selected: selected ?? true }];
  }
  return tasks.map((task) =>
    task.name === name ? { ...task, selected: selected ?? !task.selected } : task,
  );
}
