import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useState } from 'react';
import { sizes } from '../../theme/tokens.ts';
import { Navbar } from './navbar.tsx';

/** The navbar on small screens, as a drawer. */
export function NavbarDrawer({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  return (
    <Drawer.Root
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      size={sizes.navbar + 32}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label="Navigation">
        <Drawer.Body p={0} h="100%">
          <Navbar collapsed={false} inDrawer />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
