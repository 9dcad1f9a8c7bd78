import { useEffect, useRef, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { previewWebsite } from '#generated/api/datasource/datasource.ts';
import type { WebsiteConfig, WebsitePreview } from '#generated/model/index.ts';

type PreviewState =
  | { status: 'none' }
  /** @property since ms since 1970 */
  | { status: 'loading'; since: number }
  | { status: 'failed'; text: string }
  | { status: 'done'; url: string; found: WebsitePreview };

/**
 * Fetches the preview of a website without its patterns, which are applied in the browser, so that changing them is
 * instant.
 */
export function usePreview(collectionId: string) {
  const { at } = useActiveProject();
  const [state, setState] = useState<PreviewState>({ status: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = () => {
    running.current?.abort();
    setState({ status: 'none' });
  };

  async function load(config: WebsiteConfig): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ status: 'loading', since: Date.now() });
    const { include: _, exclude: __, page_limit: ___, ...site } = config;
    try {
      const found = await previewWebsite(...at, collectionId, site, { signal });
      if (!signal.aborted) setState({ status: 'done', url: config.url, found });
    } catch (error) {
      if (signal.aborted) return;
      const [first] = isApiError(error) ? Object.values(fieldErrors(error)) : [];
      setState({ status: 'failed', text: first ?? messageOf(error) });
    }
  }

  return { state, load, cancel };
}
