import { beforeEach, expect, it } from 'vitest';
import { useOnboardingStore } from './onboarding-store.ts';

const state = () => useOnboardingStore.getState();

beforeEach(() => state().reset());

it('is stored under onboarding-selected-tasks, initially without a tool method', () => {
  state().toggle('Summarise');
  expect(JSON.parse(localStorage.getItem('onboarding-selected-tasks') ?? '').state).toEqual({
    selectedTasks: [{ name: 'Summarise', selected: true }],
    onboarding: false,
    assistantToolMethod: null,
  });
});

it('toggles a task, or sets it to a value', () => {
  const selected = () => state().selectedTasks.map(({ selected }) => selected);
  state().toggle('A');
  state().toggle('A');
  expect(selected()).toEqual([false]);
  state().toggle('A', false);
  state().toggle('B', false);
  expect(selected()).toEqual([false, false]);
  state().toggle('B', true);
  state().toggle('B', true);
  expect(selected()).toEqual([false, true]);
});
