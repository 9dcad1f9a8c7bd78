import { EditButton } from '#console/modules/people/edit-button.tsx';
import type { Datasource } from '#generated/model/index.ts';
import { KINDS } from '../kinds.tsx';
import { Notice } from '../notice.tsx';
import type { SourceActions } from '../use-source-actions.ts';
import { isOpen } from './sync-text.ts';

interface SourceNoticeProps {
  source: Datasource;
  actions: SourceActions;
  onCredentials: (source: Datasource) => void;
}

/** Why a source isn't synced, with an action unless another sync may help, which its card offers anyway. */
export function SourceNotice({ source, actions, onCredentials }: SourceNoticeProps) {
  const { status, error, config, last_sync } = source;
  if (isOpen(last_sync)) return null;
  const isPaused = status === 'paused';
  const isDisconnected = status === 'disconnected';
  if (!isPaused && !isDisconnected && !error) return null;
  const isDrive = config.kind === 'google_drive';
  const text =
    error ??
    (isPaused
      ? "Paused: it isn't synced on schedule. Its documents stay as they are."
      : `Connect ${isDrive ? 'a Google account' : KINDS[config.kind].label} to sync it.`);
  const action = isPaused
    ? { label: 'Resume', run: () => actions.setPaused(source, false) }
    : isDisconnected && isDrive
      ? { label: 'Connect Google Drive', run: () => actions.connect(source) }
      : isDisconnected
        ? { label: 'Enter credentials', run: () => onCredentials(source) }
        : null;
  return (
    <Notice
      tone={error ? 'danger' : 'neutral'}
      text={text}
      action={
        action && (
          <EditButton size="compact-sm" variant="default" onClick={action.run}>
            {action.label}
          </EditButton>
        )
      }
    />
  );
}
