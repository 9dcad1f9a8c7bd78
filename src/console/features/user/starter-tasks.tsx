import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { useTemplates } from '#console/modules/template/use-templates.ts';
import classes from './onboarding.module.css';

const SHOWN = 6;
const six = Array.from({ length: SHOWN }, (_, index) => index);

/** Templates to start with; each selected one becomes a task. */
export function StarterTasks() {
  const { query, templates } = useTemplates();
  const { selectedTasks, toggle } = useOnboardingStore();
  // Onboarding must work even if the list fails to load.
  if (query.error) return null;
  if (query.isPending) {
    return (
      <div className={classes.cards}>
        {six.map((card) => (
          <Skeleton key={card} height={84} radius="md" />
        ))}
      </div>
    );
  }
  return (
    <div className={classes.cards}>
      {templates.slice(0, SHOWN).map(({ id, name, description }) => {
        const selected = selectedTasks.some((task) => task.name === name && task.selected);
        return (
          <button
            key={id}
            type="button"
            className={classes.card}
            aria-pressed={selected}
            onClick={() => toggle(name)}
          >
            <span className={classes.name}>
              {name}
              {selected && <IconCheck aria-hidden />}
            </span>
            <span className={classes.text}>{description}</span>
          </button>
        );
      })}
    </div>
  );
}
