import { isApiError } from '#console/api/api-error.ts';
import { mutate } from '#console/api/query/calls.ts';
import { UPLOAD_PART_BYTES } from '#core/limits.ts';
import {
  createUploads,
  getUpload,
  uploadDocument,
  uploadPart,
} from '#generated/api/collection/collection.ts';
import type { Upload } from '#generated/model/index.ts';

interface Project {
  orgId: string;
  projectId: string;
}

/** An upload that the server refused, with a message for the user. */
export class UploadRefused extends Error {}

interface SendOptions {
  signal: AbortSignal;
  /** Called with the number of bytes that have arrived. */
  onSent: (bytes: number) => void;
  /** Called when the connection is lost, and when it is back. */
  onOffline: (offline: boolean) => void;
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** The maximum number of attempts after transient server errors. Without a connection there is no limit. */
const ATTEMPTS = 6;

/**
 * Sends one file: a small one in one request, a large one in parts. When the connection is lost, it waits and then
 * resumes.
 * @returns the ID of its document
 * @throws ApiError or UploadRefused when the server refuses it; AbortError when `signal` aborted
 */
export async function sendFile(
  file: File,
  { orgId, projectId, collectionId }: Project & { collectionId: string },
  options: SendOptions,
): Promise<string | null> {
  const { signal, onSent } = options;
  if (file.size <= UPLOAD_PART_BYTES) {
    // If only the response was lost, the document exists already.
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const { id } = await persist(
      () => mutate(uploadDocument, orgId, projectId, collectionId, { file }, headers, { signal }),
      options,
    );
    onSent(file.size);
    return id;
  }
  const place = { collection_id: collectionId };
  const { document_id } = await sendParts(file, { orgId, projectId }, place, options);
  return document_id;
}

/**
 * Sends the archive of an exported collection or organisation.
 * @returns the upload to import
 * @throws like `sendFile`
 */
export function sendArchive(file: File, project: Project, options: SendOptions): Promise<Upload> {
  return sendParts(file, project, null, options);
}

/** Sends a file in parts. @param document the collection that it is added to; null for an archive */
async function sendParts(
  file: File,
  { orgId, projectId }: Project,
  document: { collection_id: string } | null,
  options: SendOptions,
): Promise<Upload> {
  const { signal, onSent } = options;
  const files = [{ name: file.name, size: file.size }];
  const body = { purpose: document ? 'document' : 'archive', ...document, files } as const;
  const { results } = await persist(
    () => mutate(createUploads, orgId, projectId, body, undefined, { signal }),
    options,
  );
  const [result] = results;
  if (!result?.upload) throw new UploadRefused(result?.error ?? undefined);
  let { upload } = result;
  const { id, part_size } = upload;
  while (upload.offset < file.size) {
    const latest = upload;
    upload = await persist(async (isRepeated) => {
      // A part whose response was lost may have arrived.
      const known = isRepeated ? await getUpload(orgId, projectId, id, { signal }) : latest;
      const { offset } = known;
      if (offset >= file.size) return known;
      const part = file.slice(offset, offset + part_size);
      return mutate(uploadPart, orgId, projectId, id, { file: part }, { offset }, { signal });
    }, options);
    onSent(upload.offset);
  }
  return upload;
}

/** Retries a request until it succeeds or fails permanently. */
async function persist<T>(
  request: (isRepeated: boolean) => Promise<T>,
  { signal, onOffline }: SendOptions,
): Promise<T> {
  let pause = FIRST_PAUSE;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await request(attempt > 1);
      if (attempt > 1) onOffline(false);
      return result;
    } catch (error) {
      const isLost = isApiError(error, 0);
      const mayPass = isLost || (isPassing(error) && attempt < ATTEMPTS);
      if (!mayPass) throw error;
      if (isLost) onOffline(true);
      await online(pause, signal);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }
}

/** Whether a retry can help: the server is busy, or still processing the request whose response was lost. */
function isPassing(error: unknown): boolean {
  if (!isApiError(error)) return false;
  return [429, 502, 503, 504].includes(error.status) || error.code === 'idempotency_conflict';
}

/** Waits for some time, or until the browser is online again. */
function online(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
