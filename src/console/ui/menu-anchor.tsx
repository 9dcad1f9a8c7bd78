import type { CSSProperties, Ref } from 'react';

type MenuAnchorProps = { ref?: Ref<HTMLSpanElement>; className?: string; style?: CSSProperties };

/**
 * Where a menu or popover hangs that is loaded only when it opens. It takes none of the ARIA attributes that
 * Mantine gives a target: the button that opened it has its own.
 */
export function MenuAnchor({ ref, className, style }: MenuAnchorProps) {
  return <span ref={ref} className={className} style={style} />;
}
