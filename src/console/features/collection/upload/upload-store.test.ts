import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import * as api from '#console/api/http/request.ts';
import { useUploadStore } from './upload-state.ts';
import { cancelUploads, clearUploads, upload } from './upload-store.ts';

const send = vi.spyOn(api, 'request');
const target = { orgId: 'o', projectId: 'p', collectionId: 'c', collectionName: 'Handbook' };
const files = Array.from({ length: 300 }, (_, at) => new File(at % 3 ? ['x'] : [], `${at}.txt`));

/** Whether the browser would ask before leaving the page. */
const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

afterEach(() => {
  cancelUploads();
  clearUploads();
  send.mockReset();
});

it('sends 300 files, of which some fail, and warns before leaving until all have arrived', async () => {
  let count = 0;
  send.mockImplementation(async () => {
    count += 1;
    if (count % 10 === 0) throw new ApiError({ status: 413 });
    return { id: `document_${count}` };
  });
  upload(target, files);
  expect(warns()).toBe(true);
  await vi.waitFor(() => {
    const states = useUploadStore.getState().items.map(({ state }) => state);
    // 100 are empty, and 20 of the other 200 are refused.
    expect(states.filter((state) => state === 'failed')).toHaveLength(120);
    expect(states.filter((state) => state === 'done')).toHaveLength(180);
  });
  expect(send).toHaveBeenCalledTimes(200);
  const errors = new Set(useUploadStore.getState().items.map(({ error }) => error));
  expect(errors).toEqual(new Set([null, 'The file is empty', 'Unable to add the document.']));
  expect(warns()).toBe(false);
});

it('stops warning when the uploads are cancelled', () => {
  send.mockReturnValue(new Promise(() => undefined));
  upload(target, files.slice(0, 5));
  expect(warns()).toBe(true);
  cancelUploads();
  expect(warns()).toBe(false);
});
