import { type ReactNode, useState } from 'react';
import { Modal } from './modal.tsx';

interface SecretDialogProps<Made> {
  title: string;
  /** The title while the secret is shown. */
  secretTitle?: string;
  onClosed: () => void;
  /** The form. `onMade` shows the secret, `done` closes the dialog. */
  children: (onMade: (made: Made) => void, done: () => void) => ReactNode;
  /** Shows what was made. */
  secret: (made: Made, done: () => void) => ReactNode;
}

/** A dialog whose form makes a secret, shown once. Until it has been copied, only the button closes the dialog. */
export function SecretDialog<Made>(props: SecretDialogProps<Made>) {
  const { title, secretTitle = 'Copy your secret now', onClosed, children, secret } = props;
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Modal
      title={made === null ? title : secretTitle}
      size={made === null ? 'md' : 'lg'}
      closable={made === null}
      onClosed={onClosed}
    >
      {(done) => (made === null ? children(setMade, done) : secret(made, done))}
    </Modal>
  );
}
