import { type RefObject, useEffect, useRef, useState } from 'react';
import { scrollParent } from '#console/ui/list/scroll-parent.ts';
import { type Corners, createFinder, type FindPassage } from './find-on-page.ts';
import type { OpenPdf } from './open-pdf.ts';

/** The distance (px) from the viewport at which pages are drawn ahead. */
const BEYOND = '800px 0px';
/** The maximum number of pixels of a canvas. Browsers refuse much larger ones. */
const PIXELS_MAX = 16_000_000;

/** A rectangle in percent of the page. */
export type Area = { left: number; top: number; width: number; height: number };

interface PageView {
  /** Width divided by height. */
  ratio: number;
  areasOf: (...passage: Parameters<FindPassage>) => Area[];
}

/** Draws a page while it is near the viewport. */
export function usePageView(
  { pdf, ratio }: OpenPdf,
  number: number,
  box: RefObject<HTMLElement | null>,
) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [view, setView] = useState<PageView>({ ratio, areasOf: () => [] });
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { root: scrollParent(box.current), rootMargin: BEYOND },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);

  useEffect(() => {
    if (!isNear) return;
    let isGone = false;
    let cancel = () => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      const whole = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      if (isGone || !canvas.current) return;
      const find = createFinder(items.filter((item) => 'str' in item));
      const areaOf = (corners: Corners): Area => {
        const [x1 = 0, y1 = 0] = whole.convertToViewportPoint(corners[0], corners[1]);
        const [x2 = 0, y2 = 0] = whole.convertToViewportPoint(corners[2], corners[3]);
        return {
          left: (Math.min(x1, x2) / whole.width) * 100,
          top: (Math.min(y1, y2) / whole.height) * 100,
          width: (Math.abs(x2 - x1) / whole.width) * 100,
          height: (Math.abs(y2 - y1) / whole.height) * 100,
        };
      };
      setView({
        ratio: whole.width / whole.height,
        areasOf: (...passage) => find(...passage).map(areaOf),
      });
      const wanted = (canvas.current.clientWidth * window.devicePixelRatio) / whole.width;
      const most = Math.sqrt(PIXELS_MAX / (whole.width * whole.height));
      const viewport = page.getViewport({ scale: Math.min(wanted, most) });
      canvas.current.width = Math.floor(viewport.width);
      canvas.current.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas: canvas.current, viewport });
      cancel = () => drawing.cancel();
      await drawing.promise;
    };
    draw().catch((reason) => !isGone && setError(reason));
    return () => {
      isGone = true;
      cancel();
    };
  }, [pdf, number, isNear]);

  return { canvas, isNear, error, ...view };
}
