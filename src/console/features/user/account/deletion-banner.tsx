import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDay } from '#console/ui/display/time.tsx';
import classes from './deletion-banner.module.css';
import { useKeepAccount } from './use-keep-account.ts';

/** Offers to keep the account to somebody who signs in before it is deleted. */
export function DeletionBanner({ at }: { at: string }) {
  const keep = useKeepAccount();
  return (
    <section className={classes.banner} aria-label="Account deletion">
      <IconAlertTriangle className={classes.icon} aria-hidden />
      <span className={classes.text}>
        Your account will be deleted on <b>{formatDay(at)}</b>.
      </span>
      <Button size="xs" loading={keep.isPending} onClick={() => keep.mutate()}>
        Keep account
      </Button>
    </section>
  );
}
