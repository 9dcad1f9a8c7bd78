import { useState } from 'react';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { ApiKeyCreated } from '#generated/model/index.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import { CreatedKey, type ExampleCall } from './created-key.tsx';

type NewApiKeyProps = {
  opened: boolean;
  onClose: () => void;
  /** The suggested name. */
  name?: string;
  /** The call to show with the key; by default one to the project's first callable task. */
  example?: ExampleCall;
};

/** Creates an API key and then shows it once. Until it has been copied, only the button closes the dialog. */
export function NewApiKey({ opened, onClose, name, example }: NewApiKeyProps) {
  const [created, setCreated] = useState<ApiKeyCreated | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setCreated(null)}
      title={created ? 'Copy your key now' : 'Create API key'}
      size={created ? 'lg' : 'md'}
      closable={created === null}
    >
      {created ? (
        <CreatedKey created={created} onDone={onClose} example={example} />
      ) : (
        <ApiKeyForm name={name} onCreated={setCreated} />
      )}
    </Modal>
  );
}
