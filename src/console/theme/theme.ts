import {
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';
import { components } from './components.ts';
import { black, palette, white } from './tokens.ts';

/** `ink` is the neutral of buttons: near-black on light, near-white on dark. The accent is used sparingly. */
const inkVariants: Record<string, ReturnType<VariantColorsResolver>> = {
  filled: {
    background: 'var(--tl-primary)',
    hover: 'var(--tl-primary-hover)',
    color: 'var(--tl-on-primary)',
    border: '1px solid transparent',
  },
  light: {
    background: 'var(--mantine-color-gray-light)',
    hover: 'var(--mantine-color-gray-light-hover)',
    color: 'var(--mantine-color-text)',
    border: '1px solid transparent',
  },
  subtle: {
    background: 'transparent',
    hover: 'var(--tl-hover)',
    color: 'var(--mantine-color-gray-light-color)',
    border: '1px solid transparent',
  },
  transparent: {
    background: 'transparent',
    hover: 'transparent',
    color: 'var(--mantine-color-dimmed)',
    border: '1px solid transparent',
  },
};

const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.color !== 'ink') return defaultVariantColorsResolver(input);
  return (
    inkVariants[input.variant] ??
    defaultVariantColorsResolver({ ...input, variant: 'default', color: 'gray' })
  );
};

const shadow = 'var(--tl-shadow)';
const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";

/** The console's Mantine theme. */
export const theme = createTheme({
  colors: palette,
  white,
  black,
  primaryColor: 'iris',
  primaryShade: 6,
  variantColorResolver,
  fontFamily,
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '18px' },
      h5: { fontSize: '12px', lineHeight: '16px' },
      h6: { fontSize: '12px', lineHeight: '16px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: shadow, md: shadow, lg: shadow, xl: shadow },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
});
