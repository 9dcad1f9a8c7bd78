import {
  type CSSProperties,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import classes from './tooltip.module.css';

// biome-ignore lint/suspicious/noExplicitAny: any element with any props may have a tooltip
type Target = ReactElement<any>;

type TooltipProps = {
  /** Use a function when the label is expensive to produce and long lists have one in each row. */
  label: ReactNode | (() => ReactNode);
  disabled?: boolean;
  position?: 'top' | 'right';
  children: Target;
};

const openDelay = 250;
const touchStay = 2000;
const gap = 6;
const edge = 8;

/**
 * Explains the element under the pointer or with focus. Not Mantine's Tooltip, which would add 16.6 kB (brotli) to the first
 * screen, most of it a positioning library.
 */
export function Tooltip({ label, disabled, position = 'top', children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = anchor !== null && !disabled && Boolean(label);

  const open = (element: Element, delay: number, stay?: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAnchor(element);
      if (stay !== undefined) timer.current = setTimeout(() => setAnchor(null), stay);
    }, delay);
  };
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  // The child's own handler for the same event still runs.
  const also =
    (name: string, run: (event: SyntheticEvent) => void) =>
    (event: SyntheticEvent): void => {
      run(event);
      children.props[name]?.(event);
    };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null);
    const onScroll = () => setAnchor(null);
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', onScroll, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', onScroll, true);
    };
  }, [shown]);

  const child = cloneElement(children, {
    'aria-describedby': shown ? id : children.props['aria-describedby'],
    onPointerEnter: also('onPointerEnter', (event) => {
      const touch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
      open(event.currentTarget, touch ? 0 : openDelay, touch ? touchStay : undefined);
    }),
    onPointerLeave: also('onPointerLeave', (event) => {
      if ((event.nativeEvent as PointerEvent).pointerType !== 'touch') close();
    }),
    onFocus: also('onFocus', (event) => {
      if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, 0);
    }),
    onBlur: also('onBlur', close),
    onPointerDown: also('onPointerDown', (event) => {
      if ((event.nativeEvent as PointerEvent).pointerType !== 'touch') close();
    }),
  });
  return (
    <>
      {child}
      {shown && (
        <Bubble {...{ id, anchor, position }}>
          {typeof label === 'function' ? label() : label}
        </Bubble>
      )}
    </>
  );
}

type Position = 'top' | 'right' | 'bottom';

type BubbleProps = {
  id: string;
  anchor: Element;
  position: Position;
  tone?: 'danger';
  children: ReactNode;
};

/** A short text beside an element, above everything else on the page. */
export function Bubble({ id, anchor, position, tone, children }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<CSSProperties>({ visibility: 'hidden' });

  useLayoutEffect(() => {
    const follow = () => bubble.current && setStyle(place(anchor, bubble.current, position));
    follow();
    document.addEventListener('scroll', follow, true);
    // What it says may still be loading.
    const observer = new ResizeObserver(follow);
    if (bubble.current) observer.observe(bubble.current);
    return () => {
      document.removeEventListener('scroll', follow, true);
      observer.disconnect();
    };
  }, [anchor, position]);

  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className={classes.bubble}
      data-tone={tone}
      style={style}
    >
      {children}
    </div>,
    document.body,
  );
}

/** Places it beside the anchor, flips it when there is no room, and keeps it within the window. */
function place(anchor: Element, bubble: HTMLElement, position: Position): CSSProperties {
  const target = anchor.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  let left = target.left + (target.width - width) / 2;
  let top = target.top - height - gap;
  if (position === 'right') {
    left = target.right + gap;
    top = target.top + (target.height - height) / 2;
  } else if (position === 'bottom') {
    left = target.left;
    top = target.bottom + gap;
  } else if (top < edge) {
    top = target.bottom + gap;
  }
  return {
    left: Math.max(edge, Math.min(left, window.innerWidth - width - edge)),
    top: Math.max(edge, Math.min(top, window.innerHeight - height - edge)),
  };
}
