import { toBase64 } from '#core/base64url.ts';
import type { InputFile } from '#core/task/input/files.ts';
import type { Domain } from '../domain.ts';
import { findModel, type ModelDomain } from '../endpoint/own-models.ts';
import { type Principal, principalId } from '../principal.ts';
import { invalidField } from '../problem.ts';
import type { AttachedDocument } from '../run/execution/context/attached.ts';
import type { Stores } from '../stores.ts';
import type { AttachmentInfo } from './chat.store.ts';
import type { ChatRow } from './chat.tables.ts';
import { ATTACHMENTS } from './message-views.ts';

/** The most bytes of the images of one message: models accept requests of about this size. */
const IMAGES_MAX_MB = 20;
const IMAGES_MAX_BYTES = IMAGES_MAX_MB * 1024 * 1024;
/** Images of earlier messages that a model sees again, the newest ones. */
const EARLIER_IMAGES_MAX = 3;

/** The attachments of the messages up to an answer. */
export interface AttachedFiles {
  /** Newest first. */
  documents: AttachedDocument[];
  /** By the names of placeholders in the prompt; those of earlier messages come last. */
  images: Map<string, InputFile>;
  /** The names of all files, by id. */
  names: Map<string, string>;
}

/**
 * Checks the attachments of a message before it is stored.
 * @param model the model that will answer
 * @throws ProblemError 400
 */
export async function checkAttached(
  domain: ModelDomain,
  chat: Pick<ChatRow, 'id' | 'org_id'>,
  ids: readonly string[],
  { by, modelId }: { by: Principal; modelId: string },
): Promise<void> {
  const rows = await domain.stores.chat.attachmentsOf(ids);
  const known = new Map(rows.map((row) => [row.id, row]));
  const info = (await findModel(domain, chat.org_id, modelId))?.info;
  let bytes = 0;
  for (const [index, id] of ids.entries()) {
    const pointer = `/attachment_ids/${index}`;
    const row = known.get(id);
    if (!row || !isUsable(row, chat.id, by))
      throw invalidField(pointer, "This attachment doesn't exist. Upload the file again.");
    if (row.kind !== 'image') continue;
    if (info && !info.supports.images)
      throw invalidField(
        pointer,
        `${info.name} doesn't accept images. Choose another model, or remove ${row.name}.`,
      );
    bytes += row.size;
    if (bytes > IMAGES_MAX_BYTES)
      throw invalidField(pointer, `The images of a message can have ${IMAGES_MAX_MB} MB together`);
  }
}

/** One's own, or one that was sent in this chat: an edited message keeps its attachments. */
function isUsable(row: AttachmentInfo, chatId: string, by: Principal): boolean {
  const isOwn = row.message_id !== null || row.owner_id === principalId(by);
  return row.chat_id === chatId && isOwn;
}

/**
 * Binds attachments to the message that they are sent with, in the transaction that stores it.
 * @throws ProblemError 400 when one was deleted in the meantime
 */
export async function bindAttached(
  { chat }: Pick<Stores, 'chat'>,
  messageId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await chat.attachments.change({ id: { in: ids }, message_id: null }, { message_id: messageId });
  const found = await chat.attachments.count({ id: { in: ids } });
  if (found < ids.length)
    throw invalidField('/attachment_ids', 'An attachment was deleted. Upload the file again.');
}

/**
 * Reads the attachments of a message and of those before it.
 * @param earlier newest first
 */
export async function readAttached(
  { stores, files }: Pick<Domain, 'stores' | 'files'>,
  own: readonly string[],
  earlier: readonly string[],
  { withImages }: { withImages: boolean },
): Promise<AttachedFiles> {
  const documents: AttachedDocument[] = [];
  const images = new Map<string, InputFile>();
  const names = new Map<string, string>();
  const ids = [...new Set([...own, ...earlier])];
  let earlierImages = 0;
  for (const id of ids) {
    // One by one, because each may contain a long text.
    const row = await stores.chat.attachments.find({ id });
    if (!row) continue;
    names.set(id, row.name);
    if (row.kind === 'document') documents.push({ id, name: row.name, chunks: row.chunks });
    if (row.file === null || !withImages) continue;
    if (!own.includes(id)) earlierImages += 1;
    if (earlierImages > EARLIER_IMAGES_MAX) continue;
    const bytes = await files.get(ATTACHMENTS, row.file);
    if (!bytes) continue;
    const image = { mediaType: row.media_type, base64: toBase64(bytes), bytes: bytes.length };
    images.set(placeholder(images.size), image);
  }
  return { documents, images, names };
}

/** Placeholders consist of letters only. */
function placeholder(index: number): string {
  return `image${String.fromCharCode(97 + index)}`;
}
