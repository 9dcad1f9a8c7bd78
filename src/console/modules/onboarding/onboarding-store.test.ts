import { beforeEach, expect, it } from 'vitest';
import { useOnboardingStore } from './onboarding-store.ts';
import { useSignupStore } from './signup-store.ts';

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

it('follows other tabs, so that what one of them finished is not done again', () => {
  state().toggle('Summarise');
  const selectedTasks = [{ name: 'Translate', selected: true }];
  const tell = (name: string, stored: object) => {
    localStorage.setItem(name, JSON.stringify({ state: stored, version: 0 }));
    window.dispatchEvent(new StorageEvent('storage', { key: name }));
  };
  tell('onboarding-selected-tasks', { selectedTasks, onboarding: true, assistantToolMethod: null });
  expect(state()).toMatchObject({ selectedTasks, onboarding: true });
  useSignupStore.getState().choose('sql');
  tell('signup', { template: null, templateTags: [] });
  expect(useSignupStore.getState().template).toBeNull();
});
