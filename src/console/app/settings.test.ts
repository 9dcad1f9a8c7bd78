import { afterEach, expect, it, vi } from 'vitest';
import { readSettings } from './settings.ts';

const served = {
  api_base_url: '/api/v1',
  free_tier_project_id: 'project_1',
  identity_url: '/identity',
  stripe_publishable_key: 'pk_test_unset',
  auth_method: 'cookie',
  document_max_mb: 20,
};

const put = (settings: object) => {
  document.body.innerHTML = `<script type="application/json" id="client-settings">${JSON.stringify(settings)}</script>`;
};

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

it('reads the settings that the server put into the page', async () => {
  put(served);
  const { env, ...others } = await readSettings();
  expect(env.PUBLIC_API_BASE_URL).toBe('/api/v1');
  expect(others).toMatchObject({ authMethod: 'cookie', documentMaxMb: 20 });
});

it('throws when a server setting is read in the browser', async () => {
  put(served);
  const { env } = await readSettings();
  expect(() => env.AUTH_METHOD).toThrow(
    'AUTH_METHOD is a server setting and cannot be read in the browser',
  );
});

it('logs and throws “Invalid environment variables” when a setting is wrong', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  put({ ...served, api_base_url: 'not a url' });
  await expect(readSettings()).rejects.toThrow('Invalid environment variables');
  expect(log).toHaveBeenCalledWith('Invalid environment variables', expect.anything());
});
