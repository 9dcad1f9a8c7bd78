/** The product's mark: a T woven through a thread, in the colours of the primary button. */
export function LogoMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden focusable="false">
      <rect width="20" height="20" rx="5" fill="var(--tl-primary)" />
      <path
        d="M5 6.5h10M10 6.5v8M6 10.5h2.2M11.8 10.5H14"
        fill="none"
        stroke="var(--tl-on-primary)"
        strokeLinecap="round"
        strokeWidth="1.75"
      />
    </svg>
  );
}
