import { afterEach, expect, it, vi } from 'vitest';
import { followSession } from './follow-session.ts';
import * as record from './session-record.ts';

let change: (change: record.SessionChange) => void;
const location = { assign: vi.fn(), reload: vi.fn() };

afterEach(() => vi.unstubAllGlobals());

it('starts anew for another person, without what the last one typed', () => {
  vi.spyOn(record, 'watchSession').mockImplementation((follow) => {
    change = follow;
  });
  vi.stubGlobal('location', location);
  followSession();
  change('ended');
  expect(location.reload).toHaveBeenCalledOnce();
  expect(location.assign).not.toHaveBeenCalled();

  localStorage.setItem('task-draft:t', 'mine');
  change('other');
  expect(location.assign).toHaveBeenCalledExactlyOnceWith('/');
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('task-draft:t')).toBeNull();
});
