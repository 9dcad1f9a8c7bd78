import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type SignupState = {
  /** The template chosen before signing up; opened once, after onboarding. */
  template: string | null;
  templateTags: string[];
  choose: (template: string, tags?: string[]) => void;
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
