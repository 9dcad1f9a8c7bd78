import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { dropToken } from '#console/api/auth-token.ts';
import { forgetSession } from '#console/api/session.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { consolePath, screenPath } from '../flow/destinations.ts';
import type { FlowBody } from '../flow/flow-types.ts';
import { isSaved } from '../flow/nodes.ts';
import { type FlowControl, useFlow } from '../flow/use-flow.ts';

/** The message of a settings flow that follows a recovery. */
const recoveredId = 1060001;
/** Messages that no section shows: a toast says that changes are saved, and the page that the account is recovered. */
export const SHOWN_ELSEWHERE: readonly number[] = [1050001, recoveredId];

export type SecurityFlow = {
  control: FlowControl;
  /** Submits a form; `done` is the toast after saving. */
  submit: (body: FlowBody, button: string | undefined, done?: string) => Promise<void>;
  /** The method whose form was submitted last; its section shows the flow's messages. */
  active: string | null;
  /** The method that was saved last. */
  saved: string | null;
  /** How many times something was saved; each may have signed out other devices. */
  saves: number;
  /** Whether the user came here through a recovery. */
  recovered: boolean;
  /** The identity service requires a fresh sign-in before it saves. */
  confirming: boolean;
  cancelConfirm: () => void;
  /** After the fresh sign-in, resubmits what was rejected. */
  resume: () => void;
};

type Sent = { body: FlowBody; button: string | undefined; done: string | undefined };

/**
 * The settings flow of a page: several forms over one flow.
 * @param here the page's path, where a second factor or a sign-in returns to
 */
export function useSecurityFlow(here: string): SecurityFlow {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const sent = useRef<Sent | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [saves, setSaves] = useState(0);
  const [recovered, setRecovered] = useState(false);
  const [confirming, setConfirming] = useState(false);

  const control = useFlow(
    'settings',
    params.get('flow'),
    {},
    {
      onFlow: (flow) => {
        const next = { flow: flow.id };
        if (params.get('flow') !== flow.id) setParams(next, { replace: true });
        if (flow.ui.messages?.some((message) => message.id === recoveredId)) setRecovered(true);
        const last = sent.current;
        if (!last || !isSaved(flow)) return;
        sent.current = null;
        setSaved(last.body.method);
        setSaves((before) => before + 1);
        if (last.body.method === 'profile') reloadPerson(queryClient);
        toast.success(last.done ?? 'Changes saved');
      },
      onRedirect: (to, flow, body) => {
        const path = consolePath(to);
        if (body && path !== null && isRefresh(path)) setConfirming(true);
        else if (path === null) globalThis.location.assign(to);
        else navigate(returning(path, flow ? screenPath('settings', { flow: flow.id }) : here));
      },
      onSignIn: () => navigate(screenPath('login', { return_to: here }), { replace: true }),
      onAlreadySignedIn: () => undefined,
      onDone: () => undefined,
      onFailed: (message) => toast.error(message),
    },
  );

  const submit = async (body: FlowBody, button?: string, done?: string) => {
    sent.current = { body, button, done };
    setActive(body.method);
    setSaved(null);
    await control.submit(body, button);
  };

  return {
    control: {
      ...control,
      // Several forms share the flow, so what failed is told in a toast.
      error: control.status === 'failed' ? control.error : null,
      submit: (body, button) => submit(body, button),
    },
    submit,
    active,
    saved,
    saves,
    recovered,
    confirming,
    cancelConfirm: () => setConfirming(false),
    resume: () => {
      setConfirming(false);
      // The token was issued for the session before the change.
      forgetSession();
      dropToken();
      const last = sent.current;
      if (last) submit(last.body, last.button, last.done);
    },
  };
}

/** The session and the token have the name and email from before the change. */
function reloadPerson(queryClient: QueryClient): void {
  forgetSession();
  dropToken();
  queryClient.invalidateQueries();
}

function isRefresh(path: string): boolean {
  const url = new URL(path, globalThis.location.origin);
  return url.pathname === '/auth/login' && url.searchParams.get('refresh') === 'true';
}

/** The screen for a second factor must return to this page. */
function returning(path: string, here: string): string {
  const url = new URL(path, globalThis.location.origin);
  if (url.pathname.startsWith('/auth/')) url.searchParams.set('return_to', here);
  return url.pathname + url.search;
}
