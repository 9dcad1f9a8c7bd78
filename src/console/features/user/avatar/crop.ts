/** How a picture lies in its square frame: its middle and its scale, in pixels of the frame. */
export type Crop = { x: number; y: number; zoom: number };

export type Size = { width: number; height: number };

export const zoomMax = 4;

/** The picture filling the frame, centred. */
export const centred: Crop = { x: 0, y: 0, zoom: 1 };

/** Frame pixels for one of the picture at zoom 1: the shorter side fills the frame. */
function scaleOf(picture: Size, frame: number): number {
  return frame / Math.min(picture.width, picture.height);
}

/** Keeps the frame covered: no zoom below 1, no edge inside. */
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

/** Zooms about the middle of the frame, so that what is looked at stays. */
export function zoomTo(crop: Crop, zoom: number, picture: Size, frame: number): Crop {
  const factor = Math.min(zoomMax, Math.max(1, zoom)) / crop.zoom;
  return clamp({ x: crop.x * factor, y: crop.y * factor, zoom }, picture, frame);
}

/** The square of the picture that the frame shows, in pixels of the picture. */
export function sourceOf(crop: Crop, picture: Size, frame: number) {
  const scale = scaleOf(picture, frame) * crop.zoom;
  const side = frame / scale;
  return {
    left: picture.width / 2 - crop.x / scale - side / 2,
    top: picture.height / 2 - crop.y / scale - side / 2,
    side,
  };
}
