import { type ComponentProps, useState } from 'react';

/**
 * The element of all buttons. One that has focus is never `disabled`, since focus would fall to the page: while it
 * submits, for instance, or when nothing is left to save. Until focus moves on it is `aria-disabled` instead, and
 * clicks and Enter do nothing.
 */
export function SteadyButton({
  type = 'button',
  disabled,
  onClick,
  ...props
}: ComponentProps<'button'>) {
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = disabled && hasFocus;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !hasFocus}
      aria-disabled={isHeld || props['aria-disabled']}
      onClick={isHeld ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setHasFocus(true);
        props.onFocus?.(event);
      }}
      onBlur={(event) => {
        setHasFocus(false);
        props.onBlur?.(event);
      }}
    />
  );
}
