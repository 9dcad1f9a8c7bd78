import { expect, it } from 'vitest';
import { centred, clamp, sourceOf, zoomTo } from './crop.ts';

const wide = { width: 400, height: 200 };
const frame = 100;

it('starts with the centre square', () => {
  expect(sourceOf(centred, wide, frame)).toEqual({ left: 100, top: 0, side: 200 });
});

it('moves no further than the edge of the picture', () => {
  // Twice as wide as the frame: 50 px to either side, none up or down.
  expect(clamp({ x: 90, y: 40, zoom: 1 }, wide, frame)).toEqual({ x: 50, y: 0, zoom: 1 });
  expect(sourceOf({ x: 50, y: 0, zoom: 1 }, wide, frame).left).toBe(0);
  expect(sourceOf({ x: -50, y: 0, zoom: 1 }, wide, frame).left).toBe(200);
});

it('zooms between 1 and 4', () => {
  expect(zoomTo(centred, 0.2, wide, frame).zoom).toBe(1);
  expect(zoomTo(centred, 9, wide, frame).zoom).toBe(4);
  expect(sourceOf(zoomTo(centred, 2, wide, frame), wide, frame)).toEqual({
    left: 150,
    top: 50,
    side: 100,
  });
});

it('keeps the centre fixed while zooming', () => {
  const middle = (crop: typeof centred) => {
    const { left, side } = sourceOf(crop, wide, frame);
    return left + side / 2;
  };
  const moved = clamp({ x: 30, y: 0, zoom: 1 }, wide, frame);
  expect(middle(zoomTo(moved, 3, wide, frame))).toBeCloseTo(middle(moved));
});

it('never shows beyond an edge, even when zooming out at the border', () => {
  const corner = clamp({ x: 999, y: 999, zoom: 4 }, wide, frame);
  const { left, top } = sourceOf(zoomTo(corner, 1, wide, frame), wide, frame);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
});
