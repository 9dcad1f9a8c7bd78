import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { paths } from '../paths.ts';
import { followTabs } from './follow-tabs.ts';

type SignupState = {
  /** The template chosen before signing up; opened once, after onboarding. */
  template: string | null;
  /** What the starter tasks of onboarding are about; all tags if empty. */
  templateTags: string[];
  choose: (template: string | null, tags?: string[]) => void;
  clear: () => void;
};

/** What someone chose before they had an account. */
export const useSignupStore = create<SignupState>()(
  persist(
    (set) => ({
      template: null,
      templateTags: [],
      choose: (template, templateTags = []) => set({ template, templateTags }),
      clear: () => set({ template: null, templateTags: [] }),
    }),
    { name: 'signup', partialize: ({ template, templateTags }) => ({ template, templateTags }) },
  ),
);
followTabs(useSignupStore);

/**
 * Remembers the template that someone came for, and the tags, who must sign up or finish onboarding first.
 * @param address where they were going, with its query; only the page of templates counts
 */
export function rememberTemplate(address: string): void {
  const [path, search] = address.split('?');
  if (path !== paths.templates()) return;
  const query = new URLSearchParams(search);
  const template = query.get('template');
  const tags = query.getAll('tag');
  if (template || tags.length > 0) useSignupStore.getState().choose(template, tags);
}
