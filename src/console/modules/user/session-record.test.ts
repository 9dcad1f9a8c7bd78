import type { Session } from '@ory/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetPerson,
  forgetSessionRecord,
  noteNobody,
  noteSession,
  sessionEnd,
  watchSession,
} from './session-record.ts';

const hour = 3_600_000;
const sessionOf = (id: string, hours = 24) =>
  ({
    id: 's',
    identity: { id },
    expires_at: new Date(Date.now() + hours * hour).toISOString(),
  }) as Session;

const follow = vi.fn();
/** What another tab stores, as this tab hears of it. */
const elsewhere = (record: object | null) =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'session', newValue: record && JSON.stringify(record) }),
  );

beforeEach(() => {
  forgetPerson();
  localStorage.clear();
});
afterEach(() => vi.resetAllMocks());
watchSession(follow);

describe('why a session ended', () => {
  it('is its time or something else', () => {
    expect(sessionEnd()).toBeNull();
    noteSession(sessionOf('ada'));
    expect(sessionEnd()).toBe('ended');
    expect(sessionEnd(Date.now() + 25 * hour)).toBe('expired');
  });

  it('is nothing after signing out', () => {
    noteSession(sessionOf('ada'));
    forgetSessionRecord();
    noteNobody();
    expect(sessionEnd()).toBeNull();
  });

  it('is unknown if the storage holds something else', () => {
    localStorage.setItem('session', 'nonsense');
    expect(sessionEnd()).toBeNull();
  });
});

describe('other tabs', () => {
  it('are followed when someone else signs in there, or the person signs out', () => {
    noteSession(sessionOf('ada'));
    elsewhere({ identity: 'bob' });
    elsewhere(null);
    expect(follow.mock.calls).toEqual([['other'], ['other']]);
  });

  it('are followed when they find the session ended', () => {
    noteSession(sessionOf('ada'));
    elsewhere({ identity: 'ada', ended: true });
    expect(follow).toHaveBeenCalledExactlyOnceWith('ended');
  });

  it('hear of an ended session once', () => {
    noteSession(sessionOf('ada'));
    noteNobody();
    expect(localStorage.getItem('session')).toContain('"ended":true');
    localStorage.setItem('session', '{"identity":"ada","ended":true}');
    noteNobody();
    expect(localStorage.getItem('session')).toBe('{"identity":"ada","ended":true}');
  });

  it('change nothing when they renew the session, or nobody is signed in here', () => {
    noteSession(sessionOf('ada'));
    elsewhere({ identity: 'ada', expires_at: 'later' });
    forgetPerson();
    elsewhere({ identity: 'bob' });
    expect(follow).not.toHaveBeenCalled();
  });
});

it('a tab that finds someone else signed in by its own cookie follows too', () => {
  noteSession(sessionOf('ada'));
  noteSession(sessionOf('bob'));
  expect(follow).toHaveBeenCalledExactlyOnceWith('other');
  forgetPerson();
  noteSession(sessionOf('ada'));
  expect(follow).toHaveBeenCalledOnce();
});
