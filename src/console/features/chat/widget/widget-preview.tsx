import { useEffect, useMemo, useRef, useState } from 'react';
import { apiConfig } from '#console/api/config.ts';
import type { PublicWidget } from '#generated/model/index.ts';
import { suggestionsOf } from '../config/config-values.ts';
import classes from './widget.module.css';
import type { WidgetValues } from './widget-values.ts';

interface WidgetPreviewProps {
  widgetKey: string;
  values: Pick<WidgetValues, 'theme' | 'config'>;
  /** Whether visitors get answers. */
  enabled: boolean;
}

/**
 * The widget itself on a neutral page, as the form describes it. It can be tried like a visitor; its answers follow the
 * saved settings.
 */
export function WidgetPreview({ widgetKey, values, enabled }: WidgetPreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const { theme, config } = values;
  const { greeting } = config;
  const suggestions = suggestionsOf(config).join('\n');
  const shown = useMemo(
    (): PublicWidget => ({
      theme,
      greeting,
      suggestions: suggestions === '' ? [] : suggestions.split('\n'),
      available: enabled,
    }),
    [theme, greeting, suggestions, enabled],
  );
  // The page is written once. Later changes are told to it, so that the conversation goes on.
  const [first] = useState(shown);
  const page = useMemo(() => pageWith(widgetKey, first), [widgetKey, first]);

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.name === 'ready') setReady(true);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  useEffect(() => {
    const message = { taskloom: 'preview', widget: shown };
    if (isReady) frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [isReady, shown]);

  return (
    <section className={classes.preview} aria-label="Preview">
      <iframe ref={frame} className={classes.frame} title="Preview of the widget" srcDoc={page} />
      <p className={classes.about}>
        {enabled
          ? 'Try it as a visitor. Answers follow the saved settings.'
          : 'The widget is turned off, so it gives no answers.'}
      </p>
    </section>
  );
}

/** A page that looks like any website. Its texts are lines only, so that nothing distracts from the widget. */
function pageWith(key: string, widget: PublicWidget): string {
  const line = (width: number, height = 12) =>
    `<div style="width:${width}%;height:${height}px"></div>`;
  const lines = [line(46, 28), ...[92, 96, 88, 60, 0, 94, 90, 97, 72].map((width) => line(width))];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><style>
    :root{color-scheme:light dark}
    body{margin:0;padding:32px;background:light-dark(#fff,#141416)}
    div{margin-bottom:14px;border-radius:4px;background:light-dark(#eee,#26262a)}
    </style></head><body>${lines.join('')}${scriptTag(key, JSON.stringify(widget))}</body></html>`;
}

/** The script element that shows a widget. @param preview settings to show instead of the saved ones */
export function scriptTag(key: string, preview?: string): string {
  const { apiBaseUrl } = apiConfig();
  const attributes = {
    src: `${window.location.origin}/widget.js`,
    'data-key': key,
    // Only needed where the API is not at the console's address.
    'data-api': /^https?:/.test(apiBaseUrl) ? apiBaseUrl : undefined,
    'data-preview': preview,
  };
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escaped(value)}"`],
  );
  return `<script ${written.join(' ')} async></script>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
