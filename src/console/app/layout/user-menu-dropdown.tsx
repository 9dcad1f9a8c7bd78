import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { paths } from '../../modules/paths.ts';
import { signOut } from '../../modules/user/sign-out.ts';
import { useCurrentUser } from '../../modules/user/use-current-user.ts';
import { useReturnFocus } from '../../ui/keyboard/use-return-focus.ts';
import { MenuAnchor } from '../../ui/menu/menu-anchor.tsx';
import { MenuActions } from '../../ui/menu/menu-items.tsx';
import { openShortcuts } from '../palette/palette-store.ts';

const themes: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
];

/** Profile, security, shortcuts, theme and sign-out. */
export function UserMenuDropdown({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { email } = useCurrentUser();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      opened
      onClose={onClose}
      position="top-start"
      width={220}
      // Rendered inside the navigation landmark rather than in a portal.
      portalProps={{ target: 'nav' }}
    >
      <Menu.Target>
        <MenuAnchor />
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <Menu.Label>{email}</Menu.Label>
        <MenuActions
          actions={[
            { label: 'Profile', icon: <IconUser />, onClick: () => navigate(paths.profile()) },
            {
              label: 'Security',
              icon: <IconShieldLock />,
              onClick: () => navigate(paths.security()),
            },
            { label: 'Keyboard shortcuts', icon: <IconKeyboard />, onClick: openShortcuts },
          ]}
        />
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {themes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              rightSection={<Icon />}
              closeMenuOnClick={false}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <MenuActions
          actions={[
            { label: 'Sign out', icon: <IconLogout />, onClick: () => void attempt(signOut) },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
