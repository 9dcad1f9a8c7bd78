import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useConfirm } from './confirm.tsx';

type DirtyGuardProps = {
  /** Whether something would be lost; a function is asked at the moment of leaving. */
  when: boolean | (() => boolean);
};

/** Asks before leaving a page whose changes are not saved: by link, by Back, by closing the tab. */
export function DirtyGuard({ when }: DirtyGuardProps) {
  const confirm = useConfirm();
  const isDirty = () => (typeof when === 'function' ? when() : when);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    confirm({
      title: 'Leave without saving?',
      body: 'What you changed on this page is not saved.',
      confirmLabel: 'Leave',
      danger: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      const dirty = typeof when === 'function' ? when() : when;
      if (dirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [when]);

  return null;
}
