import type { Session } from '@ory/client';

/** Why nobody is signed in any more, if nobody signed out: the session's time was up, or it was ended earlier. */
export type SessionEnd = 'expired' | 'ended';

/** What other tabs did: someone else signed in or this person signed out, or the session they shared has ended. */
export type SessionChange = 'other' | 'ended';

/** What this browser last knew of its session. All tabs share it, as they share the cookie. */
type SessionRecord = { identity: string; expires_at: string | undefined; ended?: boolean };

const key = 'session';

/** Who is signed in as far as this tab knows. */
let here: string | null = null;
let onChange: (change: SessionChange) => void = () => undefined;

/** Notes who is signed in, for the other tabs and for when the session has ended. */
export function noteSession({ identity, expires_at }: Session): void {
  if (!identity) return;
  const before = here;
  here = identity.id;
  write({ identity: identity.id, expires_at });
  if (before !== null && before !== identity.id) onChange('other');
}

/** Notes that nobody is signed in any more. Other tabs follow. */
export function noteNobody(): void {
  here = null;
  const record = readStored();
  if (record && !record.ended) write({ ...record, ended: true });
}

/** Forgets who is signed in in this tab: whoever comes next is expected here. */
export function forgetPerson(): void {
  here = null;
}

/** Forgets the session, when the person signs out. Other tabs follow. */
export function forgetSessionRecord(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing in it.
  }
}

/** Why nobody is signed in, if that is so; null if nobody was before, or they signed out. */
export function sessionEnd(now = Date.now()): SessionEnd | null {
  const record = readStored();
  if (!record) return null;
  const { expires_at } = record;
  return expires_at !== undefined && Date.parse(expires_at) <= now ? 'expired' : 'ended';
}

/** Calls `follow` when another tab changes who is signed in. */
export function watchSession(follow: (change: SessionChange) => void): void {
  onChange = follow;
  globalThis.addEventListener('storage', (event) => {
    if (event.key !== key || here === null) return;
    const record = read(event.newValue);
    if (record?.identity !== here) follow('other');
    else if (record.ended) follow('ended');
  });
}

function readStored(): SessionRecord | null {
  try {
    return read(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function read(text: string | null): SessionRecord | null {
  try {
    return text === null ? null : (JSON.parse(text) as SessionRecord);
  } catch {
    return null;
  }
}

function write(record: SessionRecord): void {
  try {
    localStorage.setItem(key, JSON.stringify(record));
  } catch {
    // Storage is blocked or full: other tabs notice later, by their next request.
  }
}
