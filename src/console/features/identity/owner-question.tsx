import { useEffect, useRef } from 'react';
import type { Flow } from './flow/flow-types.ts';
import { messageText } from './flow/messages.ts';

/** The message that asks whether the person signed up with their address, and the one that their "no" is followed by. */
export const OWNER_QUESTION = 1080901;
export const ACCOUNT_ENDED = 1080904;

/** What a screen says while its flow asks whether the person signed up; undefined while it doesn't. */
export function ownerWords(flow: Flow | null) {
  const question = flow?.ui.messages?.find(({ id }) => id === OWNER_QUESTION);
  if (!question) return undefined;
  return { title: 'Did you sign up?', lead: <Question>{messageText(question)}</Question> };
}

/** Takes the focus, so that it is read out, and so that Enter after a typed code doesn't answer it. */
function Question({ children }: { children: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} style={{ outline: 'none' }}>
      {children} If it wasn&apos;t you, we&apos;ll end that account&apos;s access: its password,
      sessions and API keys stop working.
    </div>
  );
}
