import { Anchor, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Seconds until another code may be requested. */
const cooldown = 30;

type ResendButtonProps = {
  label: string;
  onClick: () => void;
  disabled?: boolean;
};

/** Requests another code. Disabled at first, since the previous one is still on its way. */
export function ResendButton({ label, onClick, disabled }: ResendButtonProps) {
  const [until, setUntil] = useState(() => Date.now() + cooldown * 1000);
  const [left, setLeft] = useState(cooldown);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);

  if (left > 0) {
    return (
      <Text component="span" c="dimmed" className="tl-tabular">
        {label} in {left} s
      </Text>
    );
  }
  return (
    <Anchor
      component="button"
      type="button"
      disabled={disabled}
      onClick={() => {
        setUntil(Date.now() + cooldown * 1000);
        onClick();
      }}
    >
      {label}
    </Anchor>
  );
}
