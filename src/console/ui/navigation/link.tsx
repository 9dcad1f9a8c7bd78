import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router-dom';
import { prefetchPage } from './prefetch.ts';

/** The path of a link, without its query. */
export function pathOf(to: LinkProps['to']): string {
  return typeof to === 'string' ? (to.split('?')[0] ?? '') : (to.pathname ?? '');
}

/** A link within the console. Its page starts loading on hover or focus. */
export function Link({ to, onPointerEnter, onFocus, ...rest }: LinkProps) {
  return (
    <RouterLink
      {...rest}
      to={to}
      onPointerEnter={(event) => {
        prefetchPage(pathOf(to));
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        prefetchPage(pathOf(to));
        onFocus?.(event);
      }}
    />
  );
}

type LinkButtonProps = ButtonProps & { to: LinkProps['to']; children: ReactNode };

/** A link that looks like a button. */
export function LinkButton({ to, ...rest }: LinkButtonProps) {
  return <Button component={Link} to={to} {...rest} />;
}
