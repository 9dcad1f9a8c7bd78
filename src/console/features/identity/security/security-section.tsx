import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import classes from './security-section.module.css';

type SecuritySectionProps = {
  title: string;
  description?: ReactNode;
  /** Its status in one word. */
  state?: { tone: Tone; label: string };
  /** Shown at the end of the header. */
  action?: ReactNode;
  children?: ReactNode;
};

/** One sign-in method or other security setting: what it is, its status, and actions. */
export function SecuritySection(props: SecuritySectionProps) {
  const { title, description, state, action, children } = props;
  return (
    <Stack component="section" gap="md">
      <header className={classes.head}>
        <div>
          <div className={classes.title}>
            <Title order={2} size="h3">
              {title}
            </Title>
            {state && <StatusBadge tone={state.tone}>{state.label}</StatusBadge>}
          </div>
          {description && <Text c="dimmed">{description}</Text>}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </header>
      {children}
    </Stack>
  );
}

/** The state of a way to sign in, of which a person can have several. */
export function countState(count: number): { tone: Tone; label: string } {
  return count > 0 ? { tone: 'success', label: String(count) } : onOff(false, 'None');
}

/** The state of a security setting. @param off the label when it is off */
export function onOff(on: boolean, off = 'Off'): { tone: Tone; label: string } {
  return on ? { tone: 'success', label: 'On' } : { tone: 'neutral', label: off };
}
