import { createHash } from 'node:crypto';

/**
 * The script that Ory's nodes call through `onclickTrigger` and `onloadTrigger`. It opens the browser's passkey dialog
 * and submits the form. Our console does this itself; other frontends may rely on the script.
 */
export const webauthnScript = `(() => {
  const input = (name) => document.getElementsByName(name)[0];
  const json = (name) => JSON.parse(input(name).value);

  function finish(name, credential) {
    const field = input(name);
    field.value = JSON.stringify(credential.toJSON());
    const method = document.createElement('input');
    method.type = 'hidden';
    method.name = 'method';
    method.value = name.startsWith('webauthn') ? 'webauthn' : 'passkey';
    field.form.append(method);
    field.form.submit();
  }

  async function create(name, publicKey) {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
    finish(name, await navigator.credentials.create({ publicKey: options }));
  }

  async function get(name, publicKey, more) {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
    finish(name, await navigator.credentials.get({ publicKey: options, ...more }));
  }

  const report = (promise) => promise.catch((error) => console.error(error));
  let waiting;

  window.oryWebAuthnLogin = () =>
    report(get('webauthn_login', json('webauthn_login_trigger').publicKey));

  window.oryWebAuthnRegistration = () =>
    report(create('webauthn_register', json('webauthn_register_trigger').publicKey));

  window.oryPasskeyLogin = () => {
    waiting?.abort();
    report(get('passkey_login', json('passkey_challenge').publicKey));
  };

  window.oryPasskeyLoginAutocompleteInit = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    waiting = new AbortController();
    const more = { mediation: 'conditional', signal: waiting.signal };
    get('passkey_login', json('passkey_challenge').publicKey, more).catch(() => {});
  };

  window.oryPasskeyRegistration = () => {
    const data = json('passkey_create_data');
    const { publicKey } = data.credentialOptions;
    const name = input(data.displayNameFieldName)?.value ?? '';
    publicKey.user.name = name;
    publicKey.user.displayName = name;
    report(create('passkey_register', publicKey));
  };

  window.oryPasskeySettingsRegistration = () =>
    report(create('passkey_settings_register', json('passkey_create_data').publicKey));
})();
`;

/** The script's subresource integrity, which its node in a form names. */
export const WEBAUTHN_INTEGRITY = `sha512-${createHash('sha512').update(webauthnScript).digest('base64')}`;
