import { type HttpHandler, HttpResponse, http } from 'msw';
import { fromBase64, toBase64 } from '#core/base64url.ts';
import type { FilePort } from '#domain/ports.ts';
import type { Store } from './store.ts';

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** Files in memory, as base64. */
export function memoryFiles(store: Store): FilePort {
  return {
    async put(folder, name, bytes) {
      store.data.files[`${folder}/${name}`] = toBase64(bytes);
    },
    async get(folder, name) {
      const base64 = store.data.files[`${folder}/${name}`];
      return base64 === undefined ? undefined : fromBase64(base64);
    },
    async remove(folder, name) {
      delete store.data.files[`${folder}/${name}`];
    },
  };
}

/** Serves the files, at the same URL as the server does. */
export function filesHandler(store: Store): HttpHandler {
  return http.get('*/files/:folder/:name', ({ params: { folder, name } }) => {
    const base64 = store.data.files[`${folder}/${name}`];
    if (base64 === undefined) return new HttpResponse(null, { status: 404 });
    const type = TYPES[String(name).split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return new HttpResponse(fromBase64(base64), { headers: { 'Content-Type': type } });
  });
}
