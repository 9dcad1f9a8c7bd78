import type { FilePort } from '#domain/ports.ts';

/** Files in memory, for tests. */
export function memoryFiles(): FilePort {
  const files = new Map<string, Uint8Array>();
  return {
    put: async (folder, name, bytes) => void files.set(`${folder}/${name}`, bytes),
    get: async (folder, name) => files.get(`${folder}/${name}`),
    remove: async (folder, name) => void files.delete(`${folder}/${name}`),
  };
}
