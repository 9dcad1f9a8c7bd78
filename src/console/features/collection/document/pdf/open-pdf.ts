import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import pdfjsUrl from 'unpdf/pdfjs?url';

/** An open PDF. */
export interface OpenPdf {
  pdf: PDFDocumentProxy;
  /** Of the first page: width divided by height. */
  ratio: number;
  close(): void;
}

/**
 * Opens a PDF in a web worker, so that a large one doesn't block the page. The page and the worker load the same
 * unbundled file of PDF.js, because bundling would duplicate it.
 * @throws PDF.js's error if it can't read the file
 */
export async function openPdf(data: ArrayBuffer): Promise<OpenPdf> {
  const pdfjs: typeof import('unpdf/pdfjs') = await import(/* @vite-ignore */ pdfjsUrl);
  const thread = new Worker(pdfjsUrl, { type: 'module' });
  // Its types say that there is no port, because a default value is null.
  const worker = new pdfjs.PDFWorker({ port: thread as unknown as null });
  const task = pdfjs.getDocument({
    data,
    worker,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    useSystemFonts: true,
    // The content security policy forbids WebAssembly.
    useWasm: false,
    enableXfa: false,
  });
  const close = () => {
    void task.destroy().finally(() => {
      worker.destroy();
      thread.terminate();
    });
  };
  try {
    const pdf = await task.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pdf, ratio: width / height, close };
  } catch (error) {
    close();
    throw error;
  }
}
