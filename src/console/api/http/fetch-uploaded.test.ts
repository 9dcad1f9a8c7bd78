import { afterEach, expect, it, vi } from 'vitest';
import { fetchUploaded } from './fetch-uploaded.ts';

afterEach(() => vi.unstubAllGlobals());

it('gets files of this server, and asks no other', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url.endsWith('gone.png')
      ? new Response(null, { status: 404 })
      : new Response(new Uint8Array([1, 2]));
  });
  const here = location.origin;
  expect(await fetchUploaded(`${here}/files/article/a.png`)).toEqual(new Uint8Array([1, 2]));
  expect(await fetchUploaded('/files/article/gone.png')).toBeUndefined();
  for (const url of ['https://other.example/files/a.png', `${here}/api/v1/user`, 'data:image/png,'])
    expect(await fetchUploaded(url)).toBeUndefined();
  expect(asked).toEqual(['/files/article/a.png', '/files/article/gone.png']);
});
