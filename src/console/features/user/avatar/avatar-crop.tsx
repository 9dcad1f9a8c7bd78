import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import classes from '../profile.module.css';
import { type Crop, centred, clamp, zoomMax, zoomTo } from './crop.ts';
import { cropToFile, drawCrop } from './picture.ts';

/** The side of the frame, and how far an arrow key moves, in CSS pixels. */
const frame = 288;
const step = 8;

type AvatarCropProps = {
  picture: ImageBitmap;
  onClose: () => void;
  /** Uploads the picture; rejecting keeps the dialog open. */
  onSave: (file: Blob) => Promise<void>;
};

/** Moves and zooms a picture within its frame, with the pointer, wheel or keyboard. */
export function AvatarCrop({ picture, onClose, onSave }: AvatarCropProps) {
  const [crop, setCrop] = useState<Crop>(centred);
  const [saving, setSaving] = useState(false);
  const move = (dx: number, dy: number) =>
    setCrop((now) => clamp({ ...now, x: now.x + dx, y: now.y + dy }, picture, frame));

  const save = async () => {
    setSaving(true);
    await attempt(async () => onSave(await cropToFile(picture, crop, frame)), 'avatar.update');
    setSaving(false);
  };
  const keys = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const found = moves[event.key];
    if (!found) return;
    event.preventDefault();
    move(...found);
  };

  return (
    <Modal onClosed={onClose} title="Crop picture" size="sm">
      <div className={classes.crop}>
        <CropCanvas
          picture={picture}
          crop={crop}
          onMove={move}
          onZoom={(by) => setCrop((now) => zoomTo(now, now.zoom * by, picture, frame))}
          onKeyDown={keys}
        />
        <input
          className={classes.zoom}
          type="range"
          aria-label="Zoom"
          min={1}
          max={zoomMax}
          step={0.01}
          value={crop.zoom}
          onChange={(event) =>
            setCrop(zoomTo(crop, Number(event.currentTarget.value), picture, frame))
          }
        />
        <DirtyGuard when={crop !== centred} saving={() => saving} />
        <div className={classes.end}>
          <DialogFooter>
            <Button loading={saving} onClick={save} data-autofocus>
              Save picture
            </Button>
          </DialogFooter>
        </div>
      </div>
    </Modal>
  );
}

type CropCanvasProps = {
  picture: ImageBitmap;
  crop: Crop;
  onMove: (dx: number, dy: number) => void;
  onZoom: (factor: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function CropCanvas({ picture, crop, onMove, onZoom, onKeyDown }: CropCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const zoom = useRef(onZoom);

  useEffect(() => {
    zoom.current = onZoom;
    if (canvas.current) paint(canvas.current, picture, crop);
  });

  useEffect(() => {
    const element = canvas.current;
    // React's wheel listeners are passive, so the page would scroll too.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom.current(Math.exp(-event.deltaY / 400));
    };
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, []);

  const drag = (event: PointerEvent) => {
    if (!from.current) return;
    onMove(event.clientX - from.current.x, event.clientY - from.current.y);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const pixels = Math.round(frame * Math.min(2, globalThis.devicePixelRatio || 1));

  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      width={pixels}
      height={pixels}
      tabIndex={0}
      role="img"
      aria-label="Crop area. Drag the picture or move it with the arrow keys."
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}

/** Draws the picture, dimmed outside the circle, whose edge is drawn for pictures of the same colour. */
function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  drawCrop(canvas, picture, crop, frame);
  const context = canvas.getContext('2d');
  if (!context) return;
  const half = canvas.width / 2;
  context.save();
  context.globalAlpha = 0.55;
  const style = getComputedStyle(canvas);
  context.fillStyle = style.backgroundColor;
  context.beginPath();
  context.rect(0, 0, canvas.width, canvas.height);
  context.arc(half, half, half, 0, Math.PI * 2, true);
  context.fill();
  context.restore();
  context.beginPath();
  context.arc(half, half, half - 1, 0, Math.PI * 2);
  context.strokeStyle = style.color;
  context.stroke();
}
