import { Avatar } from '@mantine/core';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useCurrentUser } from '../../modules/user/use-current-user.ts';
import { useDisclosure } from '../../ui/menu/use-disclosure.ts';
import navbar from './navbar.module.css';

const load = () => import('./user-menu-dropdown.tsx');
const UserMenuDropdown = onDemand(load, 'UserMenuDropdown');

/** Shows who is signed in and opens the account menu. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const { name, email, avatar_url } = useCurrentUser();
  const { opened, close, button } = useDisclosure('menu');
  const shown = name || email;
  return (
    <div className={navbar.user} data-collapsed={collapsed || undefined}>
      <button
        type="button"
        className={navbar.item}
        {...button}
        onPointerEnter={load}
        onFocus={load}
      >
        <Avatar src={avatar_url} name={shown} size={20} radius="xl" alt="" aria-hidden />
        <span className={collapsed ? 'tl-sr-only' : navbar.label}>
          {shown}
          <span className="tl-sr-only">: account</span>
        </span>
      </button>
      {opened && <UserMenuDropdown onClose={close} />}
    </div>
  );
}
