import { SecretDialog } from '#console/ui/modal/secret-dialog.tsx';
import type { ApiKeyCreated } from '#generated/model/index.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import { CreatedKey, type ExampleCall } from './created-key.tsx';

type NewApiKeyProps = {
  onClosed: () => void;
  /** The suggested name. */
  name?: string;
  /** The call to show with the key; by default one to the project's first callable task. */
  example?: ExampleCall;
};

/** Creates an API key and then shows it once. Until it has been copied, only the button closes the dialog. */
export function NewApiKey({ onClosed, name, example }: NewApiKeyProps) {
  return (
    <SecretDialog<ApiKeyCreated>
      title="Create API key"
      secretTitle="Copy your key now"
      onClosed={onClosed}
      secret={(created, done) => <CreatedKey created={created} onDone={done} example={example} />}
    >
      {(onMade) => <ApiKeyForm name={name} onCreated={onMade} />}
    </SecretDialog>
  );
}
