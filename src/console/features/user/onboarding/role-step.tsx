import { Chip, Group } from '@mantine/core';
import '@mantine/core/styles/Chip.css';
import { JoinOffer } from '#console/modules/capture/join-offer.tsx';
import { jobRoles } from '../job-roles.ts';

type RoleStepProps = { role: string | null; onChange: (role: string) => void; labelledBy: string };

/** The role step: a person's role, and the organisations of their colleagues. */
export function RoleStep({ role, onChange, labelledBy }: RoleStepProps) {
  return (
    <>
      {/* The name makes it one stop for Tab, with arrow keys inside. */}
      <Group gap="sm" role="radiogroup" aria-labelledby={labelledBy}>
        <Chip.Group value={role} onChange={(value) => onChange(value as string)}>
          {jobRoles.map((name) => (
            <Chip key={name} name={labelledBy} value={name} variant="outline" color="iris">
              {name}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
      <JoinOffer />
    </>
  );
}
