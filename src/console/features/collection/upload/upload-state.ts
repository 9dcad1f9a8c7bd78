import { create } from 'zustand';
import type { UploadQueue } from './upload-queue.ts';

export const EMPTY_QUEUE: UploadQueue = { items: [], startedAt: null };

/**
 * The uploads of this tab, which continue across pages. Separate from the code that sends them, because every page
 * loads this module.
 */
export const useUploadStore = create<UploadQueue>(() => EMPTY_QUEUE);
