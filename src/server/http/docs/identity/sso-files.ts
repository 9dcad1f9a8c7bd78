/** A second configuration file of Kratos, with a company's identity provider. */
export function ssoConfig({ folder }: { folder: string }): string {
  return `selfservice:
  methods:
    oidc:
      enabled: true
      config:
        providers: # one for each company; the list replaces that of other files
          - id: acme # in the callback URL and in people's credentials: never change it
            provider: generic # any OpenID Connect provider; google, microsoft, github and others have their own kind
            label: Acme # “Continue with Acme”. Everybody sees it, so leave out customers who want to stay unnamed
            issuer_url: https://login.acme.example # its discovery document is at /.well-known/openid-configuration
            client_id: taskloom # Acme's administrator registers Taskloom with the callback URL
            client_secret: change-me # keep this file as private as the keys
            scope: [openid, email, profile]
            mapper_url: file://${folder}/acme.jsonnet # which of Acme's people get an account, and with which address
            # pkce: auto is the default: used if the provider announces it
  flows:
    registration:
      after:
        oidc:
          hooks:
            - hook: session # without it, people have to sign in again after their first sign-in
`;
}

/** What Kratos takes over from a company's identity provider. */
export const SSO_MAPPER = `local claims = { email: '', name: '' } + std.extVar('claims');
local email = std.asciiLower(claims.email);
// The domains that Acme has verified in Taskloom, and no others: else its provider could say that somebody is
// eve@other-company.com, who may then join that company's organisation.
local domains = ['acme.example'];
assert std.length([domain for domain in domains if std.endsWith(email, '@' + domain)]) > 0
       : 'Your account at Acme has no email address of acme.example.';
// For a provider that isn't the owner of these domains, such as Google, add:
// assert std.get(claims, 'email_verified', false) : 'The address of your account is not verified.';
{
  identity: {
    traits: {
      email: email,
      name: if claims.name != '' then claims.name else std.split(email, '@')[0],
    },
    // Verified, since Acme has shown that the domain is its own: people can join by it, and get the free credit.
    verified_addresses: [{ via: 'email', value: email }],
  },
}
`;

/** Webhooks that refuse the other ways to sign in to a company's people. */
export function ssoOnlyConfig(): string {
  const ask = `            - hook: web_hook
              config:
                url: http://localhost:4455/refuse # the service below; nobody but Kratos needs to reach it
                method: POST
                body: base64://ZnVuY3Rpb24oY3R4KSB7IGVtYWlsOiBjdHguaWRlbnRpdHkudHJhaXRzLmVtYWlsIH0= # function(ctx) { email: ctx.identity.traits.email }
                response:
                  parse: true # the answer can stop the sign-in
`;
  const session = '            - hook: session\n';
  const verify = '            - hook: show_verification_ui\n';
  const hooks = (method: string, more = '') =>
    `        ${method}:\n          hooks:\n${ask}${more}`;
  return `selfservice:
  flows:
    login:
      after:
${['password', 'code', 'passkey'].map((method) => hooks(method)).join('')}    registration:
      after: # with the hooks of kratos.yml, which these lists replace
${hooks('password', session + verify)}${hooks('passkey', session + verify)}${hooks('code', session)}`;
}

/** The service that the webhooks ask. */
export const SSO_ONLY_SERVICE = `import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const DOMAINS = ['acme.example'];

createServer(async (request, response) => {
  const { email } = await json(request);
  const isRefused = DOMAINS.includes(email.split('@').at(-1).toLowerCase());
  const messages = [{ id: 1, type: 'error', text: 'Sign in with your company account instead.' }];
  response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isRefused ? { messages: [{ instance_ptr: '#/', messages }] } : {}));
}).listen(4455, 'localhost');
`;
