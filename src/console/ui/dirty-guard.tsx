import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { useConfirm } from './confirm.tsx';

type DirtyGuardProps = {
  /** Whether something would be lost; a function is asked at the moment of leaving. */
  when: boolean | (() => boolean);
};

type Guard = { isDirty: () => boolean; lead: () => void };

/** All that are on the page. A router has one blocker: the first of them stands at the door for all. */
let guards: readonly Guard[] = [];

/** Asks before leaving a page whose changes are not saved: by link, by Back, by closing the tab. */
export function DirtyGuard({ when }: DirtyGuardProps) {
  const [leads, setLeads] = useState(false);
  const latest = useRef(when);

  useEffect(() => {
    latest.current = when;
  });

  useEffect(() => {
    const guard: Guard = {
      isDirty: () => (typeof latest.current === 'function' ? latest.current() : latest.current),
      lead: () => setLeads(true),
    };
    guards = [...guards, guard];
    guards[0]?.lead();
    return () => {
      guards = guards.filter((each) => each !== guard);
      guards[0]?.lead();
    };
  }, []);

  return leads ? <Door /> : null;
}

const isDirty = () => guards.some((guard) => guard.isDirty());

function Door() {
  const confirm = useConfirm();
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
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);

  return null;
}
