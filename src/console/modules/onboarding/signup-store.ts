import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { paths } from '../paths.ts';
import { followTabs } from './follow-tabs.ts';

type SignupState = {
  /** The template chosen before signing up; opened once, after onboarding. */
  template: string | null;
  /** The tags of the starter tasks to offer; all if empty. */
  templateTags: string[];
  choose: (template: string | null, tags?: string[]) => void;
  clear: () => void;
};

/** What someone chose before signing up. */
export const useSignupStore = create<SignupState>()(
  persist(
    (set) => ({
      template: null,
      templateTags: [],
      choose: (template, templateTags = []) => set({ template, templateTags }),
      clear: () => set({ template: null, templateTags: [] }),
    }),
    { name: 'signup' },
  ),
);
followTabs(useSignupStore);

/**
 * Stores the template and tags that someone came for, until they have signed up and finished onboarding.
 * @param address the page they were going to, with its query; only the templates page is relevant
 */
export function rememberTemplate(address: string): void {
  const [path, search] = address.split('?');
  if (path !== paths.templates()) return;
  const query = new URLSearchParams(search);
  const template = query.get('template');
  const tags = query.getAll('tag');
  if (template || tags.length > 0) useSignupStore.getState().choose(template, tags);
}
