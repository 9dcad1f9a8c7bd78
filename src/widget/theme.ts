import type { WidgetTheme } from '#generated/model/index.ts';

/** Linear red, green and blue, from 0 to 1. */
type Colour = readonly [number, number, number];

/** The widget's own greys. They are not the page's, because nothing of the page's style is known. */
const LIGHT = { bg: '#ffffff', soft: '#f4f4f5', line: '#e1e1e5', text: '#18181b', dim: '#60606a' };
const DARK = { bg: '#1a1a1e', soft: '#26262c', line: '#3a3a42', text: '#ededf0', dim: '#a5a5b0' };
/** WCAG AA for text. */
const READABLE = 4.5;

/** The CSS variables of a theme. Text in the accent colour or on it is readable whatever colour was chosen. */
export function themeVariables(color: string, isDark: boolean): Record<string, string> {
  const greys = isDark ? DARK : LIGHT;
  const accent = /^#[0-9a-f]{6}$/.test(color) ? color : '#5b5bd6';
  return {
    ...Object.fromEntries(Object.entries(greys).map(([name, value]) => [`--${name}`, value])),
    '--accent': accent,
    '--on-accent':
      contrast(accent, '#ffffff') >= contrast(accent, '#111113') ? '#ffffff' : '#111113',
    '--link': readableOn(accent, [greys.bg, greys.soft], isDark ? '#ffffff' : '#000000'),
    '--danger': isDark ? '#ff9592' : '#c62a2f',
    'color-scheme': isDark ? 'dark' : 'light',
  };
}

/** Whether a theme is dark, with this setting of the visitor's system. */
export function isDark({ scheme }: WidgetTheme, systemIsDark: boolean): boolean {
  return scheme === 'system' ? systemIsDark : scheme === 'dark';
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour, moved towards another one until it is readable on all backgrounds. */
function readableOn(color: string, backgrounds: readonly string[], towards: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mix(color, towards, share);
    if (backgrounds.every((background) => contrast(mixed, background) >= READABLE)) return mixed;
  }
  return towards;
}

function mix(a: string, b: string, share: number): string {
  const parts = channels(a).map((value, i) => {
    const other = channels(b)[i] ?? 0;
    return Math.round(value + (other - value) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
