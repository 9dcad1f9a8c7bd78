import { afterEach, expect, it, vi } from 'vitest';
import { toast } from '#console/ui/feedback/toast.ts';
import type { Datasource, DatasourceSync } from '#generated/model/index.ts';
import { announce } from './announce.ts';

const success = vi.spyOn(toast, 'success').mockReturnValue();
const error = vi.spyOn(toast, 'error').mockReturnValue();
afterEach(() => {
  success.mockClear();
  error.mockClear();
});

const NOW = Date.parse('2026-11-20T12:00:00Z');
const source = (sync: Partial<DatasourceSync>): Datasource => {
  const ended_at = '2026-11-20T11:59:30Z';
  const counts = { added: 0, changed: 0, removed: 0, failed: 0 };
  const last_sync = { status: 'succeeded', ended_at, error: null, ...counts, ...sync };
  return { name: 'Shop', last_sync } as Datasource;
};

it('a sync that ended is announced with its changes', () => {
  announce(source({ added: 2 }), NOW);
  expect(success).toHaveBeenCalledExactlyOnceWith('Shop synced: 2 added');
  expect(error).not.toHaveBeenCalled();
});

it('one that failed, or whose documents did, is announced with the specified message', () => {
  announce(source({ status: 'failed' }), NOW);
  expect(error).toHaveBeenLastCalledWith("We couldn't sync this collection, please try again.");
  announce(source({ added: 2, failed: 1 }), NOW);
  expect(error).toHaveBeenLastCalledWith('cannot able to sync documents: Shop, 2 added, 1 failed');
  expect(success).not.toHaveBeenCalled();
});

it('one that ended a while ago is not announced', () => {
  announce(source({ added: 2 }), NOW + 600_000);
  expect(success).not.toHaveBeenCalled();
});
