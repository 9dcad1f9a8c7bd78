import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { useModal } from './modal-context.ts';
import { useConfirm } from './use-confirm.ts';

type DirtyGuardProps = {
  /** Whether there are unsaved changes; a function is called at the moment of leaving. */
  when: boolean | (() => boolean);
  /** Whether a save is in progress, which may itself navigate away. */
  saving?: () => boolean;
  /** What happens to the changes, if not that they are lost. */
  message?: () => string;
};

type Guard = { isDirty: () => boolean; lead: () => void; message: () => string };

/** All guards on the page. A router allows one blocker, so the first guard registers for all. */
let guards: readonly Guard[] = [];

/**
 * Asks before leaving a page with unsaved changes through a link, Back, or closing the tab. In a dialog, also asks
 * before that closes.
 */
export function DirtyGuard({ when, saving, message = notSaved }: DirtyGuardProps) {
  const [leads, setLeads] = useState(false);
  const latest = useRef({ when, saving, message });
  const modal = useModal();

  useEffect(() => {
    latest.current = { when, saving, message };
  });

  useEffect(() => {
    const isDirty = () => {
      const { when } = latest.current;
      return typeof when === 'function' ? when() : when;
    };
    const guard: Guard = {
      // A closed dialog stays in the DOM until it has faded out.
      isDirty: () => modal?.isOpen() !== false && !latest.current.saving?.() && isDirty(),
      lead: () => setLeads(true),
      message: () => latest.current.message(),
    };
    guards = [...guards, guard];
    guards[0]?.lead();
    const release = modal?.guard(isDirty);
    return () => {
      release?.();
      setLeads(false);
      guards = guards.filter((each) => each !== guard);
      guards[0]?.lead();
    };
  }, [modal]);

  return leads ? <Door /> : null;
}

const notSaved = () => "Your changes on this page won't be saved.";

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
      body: (guards.find((guard) => guard.isDirty())?.message ?? notSaved)(),
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
