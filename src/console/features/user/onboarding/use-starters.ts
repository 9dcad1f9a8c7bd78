import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { useSignupStore } from '#console/modules/onboarding/signup-store.ts';
import { useTemplates } from '#console/modules/template/use-templates.ts';
import type { TemplateSummary } from '#generated/model/index.ts';

const SHOWN = 6;

/**
 * The templates to start with: those with the tags from the sign-up link, or with the tags of the template chosen
 * there; all if none match.
 */
export function useStarters() {
  const { query, templates } = useTemplates();
  const { template, templateTags } = useSignupStore();
  const chosen = templates.find(({ id }) => id === template);
  const tags = templateTags.length > 0 ? templateTags : (chosen?.tags ?? []);
  const tagged = templates.filter((one) => one.tags.some((tag) => tags.includes(tag)));
  const shown = (tagged.length > 0 ? tagged : templates).slice(0, SHOWN);
  const { selectedTasks } = useOnboardingStore();
  const isSelected = ({ name }: TemplateSummary) =>
    selectedTasks.some((task) => task.name === name && task.selected);
  return { query, shown, selected: templates.filter(isSelected), chosen, isSelected };
}
