import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useState } from 'react';
import { Cost } from '../side/cost.tsx';
import { Sources } from '../side/sources.tsx';

/** Sources and cost, on narrow screens. */
export function SideDrawer({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      position="right"
      size={360}
      title="Sources and cost"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Cost />
      <Sources />
    </Drawer>
  );
}
