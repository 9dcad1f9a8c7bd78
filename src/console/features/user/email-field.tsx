import { Group, Text } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { useEmailVerified } from '#console/modules/user/use-email-verified.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';

/** Whether the sign-in email is verified. */
export function EmailField({ email }: { email: string }) {
  const verified = useEmailVerified(email);

  if (verified === null) return null;
  return (
    <Group gap="sm" mt="sm">
      <Text size="sm" c="dimmed">
        {email}
      </Text>
      {verified ? (
        <StatusBadge tone="success">Verified</StatusBadge>
      ) : (
        <>
          <StatusBadge tone="warning">Not verified</StatusBadge>
          <LinkButton variant="default" size="xs" to={paths.verification(paths.profile())}>
            Verify
          </LinkButton>
        </>
      )}
    </Group>
  );
}
