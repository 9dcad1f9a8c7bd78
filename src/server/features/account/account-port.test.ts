import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createAccountPort } from './account-port.ts';

it('asks Ory’s admin API, and says when it has none', async () => {
  const requests: string[] = [];
  let status = 204;
  const ory = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => ory.listen(0, 'localhost', done));
  const { port } = ory.address() as AddressInfo;
  const settings = { IDENTITY_ADMIN_URL: `http://localhost:${port}/`, IDENTITY_ADMIN_TOKEN: 't' };
  const account = createAccountPort({ identity: undefined, settings });
  await account.endSessions('a/b');
  status = 404;
  await account.deleteIdentity('a/b');
  expect(requests).toEqual([
    'DELETE /admin/identities/a%2Fb/sessions Bearer t',
    'DELETE /admin/identities/a%2Fb Bearer t',
  ]);
  status = 500;
  await expect(account.deleteIdentity('a')).rejects.toThrow('responded with 500');
  await new Promise((done) => ory.close(done));
  await expect(account.deleteIdentity('a')).rejects.toThrow("didn't respond");
  const none = { IDENTITY_ADMIN_URL: undefined, IDENTITY_ADMIN_TOKEN: undefined };
  expect(createAccountPort({ identity: undefined, settings: none }).findInactive).toBeUndefined();
  expect(createAccountPort({ identity: undefined, settings: none }).isManaged).toBe(false);
});
