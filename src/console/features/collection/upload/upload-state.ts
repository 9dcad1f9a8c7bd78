import { create } from 'zustand';
import { EMPTY_QUEUE, type UploadQueue } from './upload-queue.ts';

/**
 * The uploads of this tab, which continue across pages. Separate from the code that sends them, because every page
 * loads this module.
 */
export const useUploadStore = create<UploadQueue>(() => EMPTY_QUEUE);
