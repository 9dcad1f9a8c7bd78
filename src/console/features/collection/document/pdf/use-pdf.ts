import { useEffect, useState } from 'react';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';

type State = { opened?: OpenPdf; error?: unknown };

/** Downloads and opens a PDF. Closes it on unmount. */
export function usePdf(url: string) {
  const [{ opened, error }, setState] = useState<State>({});
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try fetches it again
  useEffect(() => {
    const abort = new AbortController();
    let pdf: OpenPdf | undefined;
    const open = async () => {
      const file = await fetchFile(url, abort.signal);
      pdf = await openPdf(await file.arrayBuffer());
      if (abort.signal.aborted) pdf.close();
      else setState({ opened: pdf });
    };
    open().catch((reason) => !abort.signal.aborted && setState({ error: reason }));
    return () => {
      abort.abort();
      pdf?.close();
      setState({});
    };
  }, [url, tries]);

  return { opened, error, retry: () => setTries(tries + 1) };
}
