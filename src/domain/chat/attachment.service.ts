import { ExtractFailure } from '#core/extract/extracted.ts';
import { newId } from '#core/ids.ts';
import { CHUNK_OVERLAP_DEFAULT, CHUNK_SIZE_DEFAULT } from '#core/limits.ts';
import type { ChatAttachment } from '#generated/model/index.ts';
import { fileName } from '../collection/document-rows.ts';
import { segmentNames, writeSegments } from '../collection/document-text.ts';
import type { Domain } from '../domain.ts';
import { type Principal, principalId } from '../principal.ts';
import { invalidField, notFound, ProblemError } from '../problem.ts';
import { newRow } from '../tables.ts';
import { storeImage } from '../user/image-file.ts';
import { findChat } from './chat.service.ts';
import type { AttachmentChunk, ChatAttachmentRow, ChatRow } from './chat.tables.ts';
import { ATTACHMENTS, toAttachment } from './message-views.ts';

/** Attachments per chat. */
const ATTACHMENTS_MAX = 50;
/** Characters of a document's text. All of it is ranked for each answer. */
const TEXT_MAX = 200_000;
/** Extracting the text of a document takes at most this long. */
const EXTRACT_MS = 60_000;

/** Files that are sent with messages. */
export function createAttachmentService(domain: Pick<Domain, 'stores' | 'files' | 'collection'>) {
  const { stores, files, collection: port } = domain;
  const { attachments } = stores.chat;

  /** Others see it once it has been sent. @throws ProblemError 404 */
  async function requireSeen(row: ChatAttachmentRow, by: Principal): Promise<void> {
    await findChat(stores, row.chat_id);
    if (row.message_id === null && row.owner_id !== principalId(by)) throw notFound();
  }

  async function remove({ id, file }: Pick<ChatAttachmentRow, 'id' | 'file'>): Promise<void> {
    const deleted = await attachments.delete({ id, message_id: null });
    if (deleted > 0 && file !== null) await files.remove(ATTACHMENTS, file);
  }

  /** Extracts a document's text in a thread, and splits it. Its files are deleted afterwards. */
  async function chunksOf(
    chat: ChatRow,
    name: string,
    bytes: Uint8Array,
  ): Promise<AttachmentChunk[]> {
    // If the process dies, the folder is swept as that of a document that doesn't exist.
    const folder = newId('document');
    const work = { owner: chat.org_id, signal: AbortSignal.timeout(EXTRACT_MS) };
    try {
      await port.files.put(folder, ORIGINAL, bytes);
      const text = await port.extract({ folder, names: [ORIGINAL] }, { ...work, name });
      if (text.text.length > TEXT_MAX) throw invalidField('/file', TOO_LONG);
      const segments = await writeSegments(port.files, { id: folder, content: 1 }, text);
      const names = segmentNames({ extracted: 1, segments });
      const chunks = await port.split(
        { folder, names },
        {
          ...work,
          kind: text.kind,
          chunk_size: CHUNK_SIZE_DEFAULT,
          chunk_overlap: CHUNK_OVERLAP_DEFAULT,
        },
      );
      return chunks.map((chunk) => ({
        text: chunk.text,
        page: chunk.page ?? chunk.slide ?? null,
        heading_path: chunk.heading_path,
      }));
    } catch (error) {
      if (work.signal.aborted)
        throw invalidField('/file', 'It takes too long to read this file. Upload a part of it.');
      throw error;
    } finally {
      await port.files.removeFolder(folder);
    }
  }

  return {
    /**
     * Stores a file for the caller's next message.
     * @throws ProblemError 400 for a file that can't be read, 404, 409 when the chat has too many, 415
     */
    async upload(chatId: string, file: Blob, by: Principal): Promise<ChatAttachment> {
      const chat = await findChat(stores, chatId);
      await requireRoom(chatId);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const name = fileName((file as Partial<File>).name ?? '');
      const { sniff } = await import('#core/extract/sniff.ts');
      let image: string | null = null;
      try {
        const { kind, media_type } = await sniff(bytes, name);
        const isImage = kind === 'image';
        if (isImage) image = await storeImage(files, ATTACHMENTS, bytes, media_type);
        const row = newRow('chat_attachment', {
          id: newId('attachment'),
          chat_id: chatId,
          owner_id: principalId(by),
          kind: isImage ? 'image' : 'document',
          name,
          media_type,
          size: bytes.length,
          status: 'ready',
          file: image,
          chunks: isImage ? [] : await chunksOf(chat, name, bytes),
          created_at: new Date().toISOString(),
        });
        await stores.transaction(async (inner) => {
          await findChat(inner, chatId, { lock: true });
          await requireRoom(chatId, inner.chat.attachments);
          await inner.chat.attachments.insert(row);
        });
        return toAttachment(row);
      } catch (error) {
        // Deletes the file, because nothing refers to it.
        if (image !== null) await files.remove(ATTACHMENTS, image);
        throw error instanceof ExtractFailure ? invalidField('/file', error.detail) : error;
      }
    },

    async get(row: ChatAttachmentRow, by: Principal): Promise<ChatAttachment> {
      await requireSeen(row, by);
      return toAttachment(row);
    },

    /** @throws ProblemError 404, also for an attachment that has been sent */
    async delete(row: ChatAttachmentRow, by: Principal): Promise<void> {
      await requireSeen(row, by);
      if (row.message_id !== null) throw notFound();
      await remove(row);
    },
  };

  /** @throws ProblemError 409 */
  async function requireRoom(chatId: string, table = attachments): Promise<void> {
    if ((await table.count({ chat_id: chatId })) >= ATTACHMENTS_MAX)
      throw new ProblemError(
        'limit_reached',
        `A chat can have at most ${ATTACHMENTS_MAX} attachments. Start a new one.`,
      );
  }
}

const ORIGINAL = 'original-1-0';
const TOO_LONG = `This file has more than ${TEXT_MAX.toLocaleString('en')} characters of text. Add it to a collection, and ask that.`;
