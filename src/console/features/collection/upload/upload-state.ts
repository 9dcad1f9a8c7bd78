import { create } from 'zustand';
import { EMPTY_QUEUE, type UploadQueue } from './upload-queue.ts';

/** The uploads of this tab. They go on while other pages are open. Apart from what sends them, as every page needs it. */
export const useUploadStore = create<UploadQueue>(() => EMPTY_QUEUE);
