import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../settings.ts';
import { guideFiles, readDoc } from './guides.ts';

/** The files of the guide to identity. */
const text = (name: string) => readDoc(`identity/${name}`);
const read = (name: string) => parse(text(name));
const guide = readDoc('identity.md');
const names = guideFiles().map(([, name]) => name.replace('identity/', ''));
const root = join(import.meta.dirname, '../../../..');

describe.each(['one-origin', 'two-origins'] as const)('the files for %s', (kind) => {
  const kratos = read(`${kind}/kratos.yml`);
  const { services, volumes } = read(`${kind}/compose.yml`);

  it('set nothing that Taskloom does not know, and only valid values', () => {
    const { environment } = services.taskloom;
    const source = readFileSync(join(root, 'src/server/settings.ts'), 'utf8');
    for (const name of Object.keys(environment).filter((one) => !one.startsWith('PUBLIC_I')))
      expect(source, name).toContain(`  ${name}: `);
    const secrets: Record<string, string> = {
      SECRET_KEY: 'x'.repeat(32),
      SMTP_URL: 'smtp://localhost',
    };
    const filled = ([name, value]: [string, unknown]) => [
      name,
      String(value).replace(/\$\{(\w+)\}/g, (_, secret: string) => secrets[secret] ?? 'x'),
    ];
    const env = Object.fromEntries(Object.entries(environment).map(filled));
    expect(readSettings(env).client.identity_url).toBe(environment.PUBLIC_IDENTITY_URL);
  });

  it('agree about addresses', () => {
    const { environment } = services.taskloom;
    const { public: serving } = kratos.serve;
    expect(serving.base_url).toBe(`${environment.IDENTITY_ISSUER}/`);
    expect(kratos.selfservice.flows.login.ui_url).toBe(`${environment.PUBLIC_URL}/auth/login`);
    expect(serving.cors?.allowed_origins).toEqual(
      kind === 'one-origin' ? undefined : [environment.PUBLIC_URL],
    );
    const proxy = text(`${kind}/Caddyfile`);
    for (const url of [environment.PUBLIC_URL, serving.base_url])
      expect(proxy).toContain(new URL(url).hostname);
    const hosts = [...proxy.matchAll(/reverse_proxy (\w+):/g)].map(([, host]) => host);
    for (const host of hosts) expect(Object.keys(services)).toContain(host);
  });

  it('run Kratos as the user that the steps give the private key to', () => {
    const [, owner] = /chown (\d+) tokenizer/.exec(guide) ?? [];
    for (const name of ['kratos', 'kratos-migrate']) expect(services[name].user).toBe(owner);
  });

  it('mount only volumes and wait only for services that exist', () => {
    for (const { volumes: mounts = [], depends_on = [] } of Object.values<{
      volumes?: string[];
      depends_on?: string[] | object;
    }>(services)) {
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (!source.startsWith('.')) expect(Object.keys(volumes)).toContain(source);
      }
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const name of needed) expect(Object.keys(services)).toContain(name);
    }
  });
});

it('demands the second factor everywhere, and the template that the console asks for', () => {
  for (const name of ['local', 'one-origin', 'two-origins'] as const) {
    const { session, selfservice } = read(`${name}/kratos.yml`);
    expect(session.whoami.required_aal).toBe('highest_available');
    expect(selfservice.flows.settings.required_aal).toBe('highest_available');
    expect(Object.keys(session.whoami.tokenizer.templates)).toEqual(['taskloom']);
  }
  expect(text('claims.jsonnet')).toContain("aud: ['taskloom']");
});

it('gives each line of the configuration that is not self-explanatory a reason', () => {
  const reasons = text('two-origins/kratos.yml').match(/#/g) ?? [];
  expect(reasons.length).toBeGreaterThan(35);
});

it('are all linked by the guide', () => {
  for (const name of names) expect(guide).toContain(`](identity/${name})`);
});

it('differ between places only by addresses, CORS and cookies', () => {
  const shared = (place: string) => {
    const { serve, cookies, ...rest } = read(`${place}/kratos.yml`);
    const [, base = ''] = /base_url: (\S+)/.exec(text(`${place}/kratos.yml`)) ?? [];
    return JSON.stringify(rest)
      .replaceAll(base, 'BASE')
      .replaceAll(/https?:\/\/[\w.:]+/g, 'ORIGIN')
      .replaceAll(/(@|"id":")(localhost|[a-z]+(\.[a-z]+)+)/g, '$1HOST');
  };
  expect(shared('one-origin')).toBe(shared('local'));
  expect(shared('two-origins')).toBe(shared('local'));
});

describe('single sign-on', () => {
  it('signs people in with their first sign-in at a provider, whose callback URL the page names', () => {
    const { methods, flows } = read('sso/sso.yml').selfservice;
    const [{ id, mapper_url }] = methods.oidc.config.providers;
    expect(guide).toContain(`/self-service/methods/oidc/callback/${id}`);
    expect(names).toContain(`sso/${mapper_url.split('/').at(-1)}`);
    expect(flows.registration.after.oidc.hooks).toEqual([{ hook: 'session' }]);
  });

  it('asks the service in every other way to sign in, and keeps the hooks that it replaces', () => {
    const { login, registration } = read('sso/sso-only.yml').selfservice.flows;
    const { methods, flows } = read('local/kratos.yml').selfservice;
    const others = ['code', 'passkey', 'password'].filter((name) => methods[name].enabled);
    for (const after of [login.after, registration.after]) {
      expect(Object.keys(after).sort()).toEqual(others);
      for (const name of others) expect(after[name].hooks[0].hook).toBe('web_hook');
    }
    for (const name of others)
      expect(registration.after[name].hooks.slice(1)).toEqual(flows.registration.after[name].hooks);
    const { url, body } = login.after.password.hooks[0].config;
    const port = new URL(url).port;
    expect(text('sso/refuse.mjs')).toContain(`.listen(${port}, `);
    const template = Buffer.from(body.replace('base64://', ''), 'base64').toString();
    expect(text('sso/sso-only.yml')).toContain(`# ${template}`);
  });
});
