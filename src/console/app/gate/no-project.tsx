import { Button, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useMatch } from 'react-router-dom';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import { paths } from '../../modules/paths.ts';
import { signOut } from '../../modules/user/sign-out.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { LinkButton } from '../../ui/navigation/link.tsx';
import classes from './full-screen.module.css';

const OrgCreatePage = lazy(() =>
  import('../../features/org/org-create-page.tsx').then((m) => ({ default: m.OrgCreatePage })),
);

/** Signed in, but in no project: it is looked for every two seconds, and there is a way out. */
export function NoProject() {
  const creating = useMatch(paths.newOrg());
  if (creating) {
    return (
      <Suspense>
        <OrgCreatePage />
      </Suspense>
    );
  }
  return (
    <div className={classes.screen} role="status">
      <Loader size="sm" aria-hidden />
      <h1 className={classes.title}>No project yet</h1>
      <p className={classes.text}>
        You are signed in, but in no project. This page goes on by itself as soon as someone adds
        you to one.
      </p>
      <div className={classes.actions}>
        <LinkButton to={paths.newOrg()}>New organisation</LinkButton>
        <Button
          variant="default"
          onClick={() => signOut().catch(() => toast.error(GENERIC_MESSAGE))}
        >
          Sign out
        </Button>
      </div>
    </div>
  );
}
