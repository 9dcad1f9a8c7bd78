import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDay } from '#console/ui/display/time.tsx';
import { Banner } from '#console/ui/feedback/banner.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { useKeepAccount } from './use-keep-account.ts';

/** Offers to keep the account to somebody who signs in before it is deleted. */
export function DeletionBanner({ at }: { at: string }) {
  const keep = useKeepAccount();
  return (
    <Banner
      label="Account deletion"
      icon={IconAlertTriangle}
      action={
        <ActionButton size="xs" onClick={keep}>
          Keep account
        </ActionButton>
      }
    >
      Your account will be deleted on <b>{formatDay(at)}</b>.
    </Banner>
  );
}
