/** The position of a picture in its square frame: its centre and scale, in frame pixels. */
export type Crop = { x: number; y: number; zoom: number };

export type Size = { width: number; height: number };

export const zoomMax = 4;

/** The picture centred and filling the frame. */
export const centred: Crop = { x: 0, y: 0, zoom: 1 };

/** Frame pixels per picture pixel at zoom 1, at which the shorter side fills the frame. */
function scaleOf(picture: Size, frame: number): number {
  return frame / Math.min(picture.width, picture.height);
}

/** Keeps the frame covered: no zoom below 1, no gap at an edge. */
export function clamp(crop: Crop, picture: Size, frame: number): Crop {
  const zoom = Math.min(zoomMax, Math.max(1, crop.zoom));
  const scale = scaleOf(picture, frame) * zoom;
  const room = (side: number) => Math.max(0, (side * scale - frame) / 2);
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0;
  return {
    x: within(crop.x, room(picture.width)),
    y: within(crop.y, room(picture.height)),
    zoom,
  };
}

/** Zooms about the centre of the frame, so that the centre stays in place. */
export function zoomTo(crop: Crop, zoom: number, picture: Size, frame: number): Crop {
  const factor = Math.min(zoomMax, Math.max(1, zoom)) / crop.zoom;
  return clamp({ x: crop.x * factor, y: crop.y * factor, zoom }, picture, frame);
}

/** The square of the picture that the frame shows, in picture pixels. */
export function sourceOf(crop: Crop, picture: Size, frame: number) {
  const scale = scaleOf(picture, frame) * crop.zoom;
  const side = frame / scale;
  return {
    left: picture.width / 2 - crop.x / scale - side / 2,
    top: picture.height / 2 - crop.y / scale - side / 2,
    side,
  };
}
