import { describe, expect, it } from 'vitest';
import { palette, white } from './tokens.ts';

/** WCAG 2 contrast ratio of two `#rrggbb` colours. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** `percent` of one colour laid over another. */
function over(top: string, bottom: string, percent: number): string {
  const channel = (at: number) => {
    const [t, b] = [top, bottom].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    const mixed = Math.round(((t ?? 0) * percent + (b ?? 0) * (100 - percent)) / 100);
    return mixed.toString(16).padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

const { gray, dark } = palette;
const status = ['iris', 'green', 'amber', 'red'] as const;

describe('contrast', () => {
  it.each([white, gray[0], gray[1]])('text and dimmed text on %s', (surface) => {
    expect(contrast(gray[9], surface)).toBeGreaterThan(7);
    expect(contrast(gray[6], surface)).toBeGreaterThan(4.5);
  });

  it.each([dark[7], dark[8], dark[6], dark[5]])('text and dimmed text on dark %s', (surface) => {
    expect(contrast(dark[0], surface)).toBeGreaterThan(7);
    expect(contrast(dark[2], surface)).toBeGreaterThan(4.5);
  });

  it('placeholders', () => {
    expect(contrast(gray[6], white)).toBeGreaterThan(4.5);
    expect(contrast(dark[3], dark[6])).toBeGreaterThan(4.5);
  });

  it.each(status)('%s: soft badges, text, and white on filled', (hue) => {
    const shades = palette[hue];
    expect(contrast(shades[7], shades[1])).toBeGreaterThan(4.5);
    expect(contrast(shades[6], white)).toBeGreaterThan(4.5);
    expect(contrast(shades[6], gray[1])).toBeGreaterThan(4.5);
    expect(contrast(white, shades[6])).toBeGreaterThan(4.5);
    expect(contrast(shades[3], over(shades[5], dark[7], 18))).toBeGreaterThan(4.5);
    expect(contrast(shades[3], over(shades[5], dark[6], 26))).toBeGreaterThan(4.5);
    expect(contrast(shades[4], dark[6])).toBeGreaterThan(4.5);
  });

  it('neutral badges, and the accent colour on a selected row', () => {
    expect(contrast(gray[7], gray[2])).toBeGreaterThan(4.5);
    expect(contrast(dark[1], dark[4])).toBeGreaterThan(4.5);
    expect(contrast(palette.iris[6], palette.iris[0])).toBeGreaterThan(4.5);
    expect(contrast(gray[6], palette.iris[0])).toBeGreaterThan(4.5);
  });
});
