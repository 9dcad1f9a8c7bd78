import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { useModal } from './modal-context.ts';
import { useConfirm } from './use-confirm.ts';

type DirtyGuardProps = {
  /** Whether something would be lost; a function is asked at the moment of leaving. */
  when: boolean | (() => boolean);
  /** Whether it is just being saved: what saves it may lead to another page. */
  saving?: () => boolean;
  /** What becomes of the changes; without it, that they are not saved. */
  told?: () => string;
};

type Guard = { isDirty: () => boolean; lead: () => void; told: () => string };

/** All that are on the page. A router has one blocker: the first of them stands at the door for all. */
let guards: readonly Guard[] = [];

/**
 * Asks before leaving a page whose changes are not saved: by link, by Back, by closing the tab. In a dialog it asks
 * before that closes, too.
 */
export function DirtyGuard({ when, saving, told = notSaved }: DirtyGuardProps) {
  const [leads, setLeads] = useState(false);
  const latest = useRef({ when, saving, told });
  const modal = useModal();

  useEffect(() => {
    latest.current = { when, saving, told };
  });

  useEffect(() => {
    const isDirty = () => {
      const { when } = latest.current;
      return typeof when === 'function' ? when() : when;
    };
    const guard: Guard = {
      // A dialog that was closed is on the page until it has faded.
      isDirty: () => modal?.isOpen() !== false && !latest.current.saving?.() && isDirty(),
      lead: () => setLeads(true),
      told: () => latest.current.told(),
    };
    guards = [...guards, guard];
    guards[0]?.lead();
    const release = modal?.guard(isDirty);
    return () => {
      release?.();
      guards = guards.filter((each) => each !== guard);
      guards[0]?.lead();
    };
  }, [modal]);

  return leads ? <Door /> : null;
}

const notSaved = () => 'What you changed on this page is not saved.';

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
      body: (guards.find((guard) => guard.isDirty())?.told ?? notSaved)(),
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
