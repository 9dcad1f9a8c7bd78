import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useOnboardingStore } from '#console/modules/onboarding/onboarding-store.ts';
import { useSignupStore } from '#console/modules/onboarding/signup-store.ts';
import classes from './onboarding.module.css';
import { useStarters } from './use-starters.ts';

const six = [0, 1, 2, 3, 4, 5];

/** The choice of starter tasks: templates, each of which becomes a task, or a description for the assistant. */
export function StarterTasks() {
  const { query, shown, isSelected } = useStarters();
  const template = useSignupStore((state) => state.template);
  const { toggle, assistantToolMethod, choose } = useOnboardingStore();
  const isDescribed = assistantToolMethod === 'describe';
  if (query.isPending) {
    return (
      <div className={classes.cards} role="status" aria-label="Loading">
        {six.map((card) => (
          <Skeleton key={card} height={84} radius="md" />
        ))}
      </div>
    );
  }
  return (
    <div className={classes.cards}>
      {/* Onboarding must work even if the list fails to load. */}
      {shown.map((starter) => (
        <Card
          key={starter.id}
          name={starter.name}
          text={starter.description}
          selected={isSelected(starter)}
          onToggle={() => toggle(starter.name)}
        />
      ))}
      {/* Someone who came for a template is taken there at the end, so nothing else can be opened. */}
      {template === null && (
        <Card
          name="Something else"
          text="Describe it in your own words, and the assistant writes the task."
          selected={isDescribed}
          onToggle={() => choose(isDescribed ? null : 'describe')}
        />
      )}
    </div>
  );
}

type CardProps = { name: string; text: string; selected: boolean; onToggle: () => void };

function Card({ name, text, selected, onToggle }: CardProps) {
  return (
    <button type="button" className={classes.card} aria-pressed={selected} onClick={onToggle}>
      <span className={classes.name}>
        {name}
        {selected && <IconCheck aria-hidden />}
      </span>
      <span className={classes.text}>{text}</span>
    </button>
  );
}
