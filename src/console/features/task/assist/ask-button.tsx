import { Button, type ButtonProps } from '@mantine/core';
import { IconPlayerStopFilled, IconSparkles } from '@tabler/icons-react';
import type { useAssist } from './use-assist.ts';

interface AskButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'disabled' | 'children'> {
  assist: ReturnType<typeof useAssist>;
  onAsk: () => void;
}

/** Asks the assistant; while it writes, stops it. */
export function AskButton({ assist, onAsk, ...props }: AskButtonProps) {
  const { variant, size } = props;
  if (assist.status === 'running') {
    return (
      <Button
        variant={variant === 'subtle' ? variant : 'default'}
        size={size}
        leftSection={<IconPlayerStopFilled />}
        onClick={assist.stop}
      >
        Stop
      </Button>
    );
  }
  return <Button {...props} leftSection={<IconSparkles />} onClick={onAsk} />;
}
