import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import { scrollParent } from '#console/ui/list/scroll-parent.ts';
import type { Chunk, DocumentWarning } from '#generated/model/index.ts';
import { Warnings } from '../warnings.tsx';
import { type Corners, createFinder, type FindPassage } from './find-on-page.ts';
import type { OpenPdf } from './open-pdf.ts';
import classes from './pdf.module.css';

/** The distance (px) from the viewport at which pages are drawn ahead. */
const BEYOND = '800px 0px';
/** The maximum number of pixels of a canvas. Browsers refuse much larger ones. */
const PIXELS_MAX = 16_000_000;

/** A rectangle in percent of the page. */
type Area = { left: number; top: number; width: number; height: number };

interface PageView {
  /** Width divided by height. */
  ratio: number;
  areasOf: (...passage: Parameters<FindPassage>) => Area[];
}

/** Draws a page while it is near the viewport. */
function usePageView({ pdf, ratio }: OpenPdf, number: number, box: RefObject<HTMLElement | null>) {
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

interface PdfPageProps {
  opened: OpenPdf;
  number: number;
  place: ItemPlace;
  warnings: readonly DocumentWarning[];
  /** The chunks that may be on this page. */
  chunks: readonly Chunk[];
  activeId: string | null;
  hoveredIds: ReadonlySet<string>;
  onHover: (chunk: Chunk | null) => void;
  onSelect: (chunk: Chunk) => void;
}

/** A rendered page of a PDF, with its chunks. */
export function PdfPage(props: PdfPageProps) {
  const { opened, number, place, warnings, chunks, activeId, hoveredIds, onHover, onSelect } =
    props;
  const box = useRef<HTMLDivElement>(null);
  const { canvas, isNear, error, ratio, areasOf } = usePageView(opened, number, box);
  const marks = useMemo(
    () => chunks.map((chunk) => ({ chunk, areas: areasOf(chunk.text, chunk.page !== number) })),
    [chunks, areasOf, number],
  );
  const active = marks.find(({ chunk }) => chunk.id === activeId)?.areas[0];
  const first = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (active) first.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const under = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 100;
    const y = ((event.clientY - top) / height) * 100;
    const found = marks.find(({ areas }) => areas.some((area) => contains(area, x, y)));
    return found?.chunk ?? null;
  };
  const { ref, ...rest } = place;
  return (
    <li {...rest} ref={ref} className={classes.item} data-page={number}>
      <h2 className={classes.number}>Page {number}</h2>
      <Warnings warnings={warnings} />
      <div
        ref={box}
        className={classes.page}
        style={{ aspectRatio: ratio }}
        onPointerMove={(event) => onHover(under(event))}
        onPointerLeave={() => onHover(null)}
        onPointerUp={(event) => {
          const chunk = under(event);
          if (chunk) onSelect(chunk);
        }}
      >
        {error ? (
          <p className={classes.broken}>This page can&apos;t be drawn. Its text may be readable.</p>
        ) : (
          isNear && (
            <canvas
              ref={canvas}
              className={classes.canvas}
              role="img"
              aria-label={`Page ${number}`}
            />
          )
        )}
        {marks
          .filter(({ chunk }) => chunk.id === activeId || hoveredIds.has(chunk.id))
          .flatMap(({ chunk, areas }) =>
            areas.map(({ left, top, width, height }, at) => (
              <span
                key={`${chunk.id} ${top} ${left}`}
                ref={chunk.id === activeId && at === 0 ? first : null}
                className={classes.mark}
                data-active={chunk.id === activeId || undefined}
                style={{
                  left: `${left}%`,
                  top: `${top}%`,
                  width: `${width}%`,
                  height: `${height}%`,
                }}
              />
            )),
          )}
      </div>
    </li>
  );
}

function contains({ left, top, width, height }: Area, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
