import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import type { Chunk, DocumentWarning } from '#generated/model/index.ts';
import type { OpenPdf } from './open-pdf.ts';
import classes from './pdf.module.css';
import { type Area, usePageView } from './use-page-view.ts';

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
      {warnings.map(({ message }) => (
        <p key={message} className={classes.warning} role="note">
          {message}
        </p>
      ))}
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
