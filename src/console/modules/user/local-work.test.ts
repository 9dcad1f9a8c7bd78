import { beforeEach, expect, it, vi } from 'vitest';
import { claimLocalWork, forgetLocalWork, saveBeforeSignOut, saveOpenWork } from './local-work.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('task-draft:task_1:tab', 'draft');
  localStorage.setItem('run-inputs:task_1', 'inputs');
  localStorage.setItem('run-target:task_1', '3');
  localStorage.setItem('colour', 'dark');
});

const kept = () => Object.keys(localStorage).sort();

it('removes drafts and inputs, also those of the tab, and nothing else', () => {
  sessionStorage.setItem('article-steps:article_1', '[]');
  sessionStorage.setItem('size', '3');
  forgetLocalWork();
  expect(kept()).toEqual(['colour']);
  expect(Object.keys(sessionStorage)).toEqual(['size']);
});

it('keeps work for its owner, and removes it when somebody else signs in', () => {
  claimLocalWork('user_1');
  claimLocalWork('user_1');
  expect(kept()).toContain('task-draft:task_1:tab');
  claimLocalWork('user_2');
  expect(kept()).toEqual(['colour', 'local-work-owner']);
});

it('saves what is open, and reports what cannot be saved', async () => {
  const save = vi.fn(async () => {});
  const stop = saveBeforeSignOut(save);
  await saveOpenWork();
  expect(save).toHaveBeenCalledOnce();
  const fail = saveBeforeSignOut(() => Promise.reject(new Error('offline')));
  await expect(saveOpenWork()).rejects.toThrow('offline');
  fail();
  stop();
  await saveOpenWork();
  expect(save).toHaveBeenCalledTimes(2);
});
