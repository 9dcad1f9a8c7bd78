import type { Section } from './section.ts';

const SSO_STEPS = `# In the folder of kratos.yml
DOCS=http://localhost:4000/docs/identity
curl -fsSO $DOCS/sso/sso.yml
curl -fsSO $DOCS/sso/acme.jsonnet
sed -i "s#/etc/kratos#$PWD#" sso.yml            # where the files are; not needed with Docker Compose
chmod 600 sso.yml
# Edit the issuer, client id and secret in sso.yml, and the domains in acme.jsonnet. Then start Kratos with both files:
kratos serve -c kratos.yml -c sso.yml --dev --watch-courier &`;

const ONLY_STEPS = `curl -fsSO $DOCS/sso/sso-only.yml
curl -fsSO $DOCS/sso/refuse.mjs
node refuse.mjs &
kratos serve -c kratos.yml -c sso.yml -c sso-only.yml --dev --watch-courier &`;

const PROVISION = `ADMIN=http://localhost:4434/admin               # IDENTITY_ADMIN_URL
JSON='content-type: application/json'
# Create: the person can sign in with Acme at once. subject is what Acme's provider sends as sub.
curl -s -X POST $ADMIN/identities -H "$JSON" -d '{
  "schema_id": "default", "state": "active",
  "traits": { "email": "cara@acme.example", "name": "Cara Example" },
  "verifiable_addresses": [{ "via": "email", "value": "cara@acme.example", "verified": true, "status": "completed" }],
  "credentials": { "oidc": { "config": { "providers": [{ "provider": "acme", "subject": "SUB" }] } } } }'
# Find
ID=$(curl -s "$ADMIN/identities?credentials_identifier=cara@acme.example" | jq -r '.[0].id')
# Rename
curl -s -X PATCH $ADMIN/identities/$ID -H "$JSON" -d '[{ "op": "replace", "path": "/traits/name", "value": "Cara New" }]'
# Deactivate, and end the sessions (404 if there are none), which would otherwise work again after an activation
curl -s -X PATCH $ADMIN/identities/$ID -H "$JSON" -d '[{ "op": "replace", "path": "/state", "value": "inactive" }]'
curl -s -X DELETE $ADMIN/identities/$ID/sessions
# Activate
curl -s -X PATCH $ADMIN/identities/$ID -H "$JSON" -d '[{ "op": "replace", "path": "/state", "value": "active" }]'
# Delete
curl -s -X DELETE $ADMIN/identities/$ID`;

const DATABASE = `-- Who was the only owner: somebody else becomes an owner.
update org_member set role = 'owner' where org_id = 'org_…' and user_id = (
  select id from "user" where lower(email) = 'olga@acme.example' and deactivated_at is null);
-- Delete an account with its personal data, as people can do themselves. It happens within a minute.
update "user" set delete_at = now() - interval '1 second' where id = 'user_…';`;

/** How companies sign in with their own identity provider, and how their people come and go. */
export const SSO_SECTIONS: readonly Section[] = [
  {
    id: 'sso',
    title: 'Single sign-on',
    text: `Kratos can sign people in with the identity provider of their company: Microsoft Entra, Okta, Google Workspace, Keycloak, or any other with OpenID Connect. The console has a button for each provider. The steps below were tried with Kratos 26.2.0 and a provider on the same machine, with \`AUTH_METHOD=jwt\` and \`cookie\`.

The provider needs the callback URL \`https://app.example.com/identity/self-service/methods/oidc/callback/acme\`: \`base_url\` in kratos.yml, then that path with the provider's \`id\`. On one machine, it is \`http://localhost:4433/self-service/methods/oidc/callback/acme\`.`,
    code: SSO_STEPS,
    files: ['sso/sso.yml', 'sso/acme.jsonnet'],
    after: `With Docker Compose, put both files into the folder \`identity\`, give them to the user 10000, and add \`-c /etc/kratos/sso.yml\` to the command of \`kratos\`.

- First sign-in: creates the account, without a form. The address is verified, because the mapper says so.
- Further sign-ins: recognise people by the provider's \`sub\`. Kratos 26.2 doesn't run the mapper again, so a new name or address at the provider doesn't arrive by itself (see Provisioning).
- An account with the same address exists: Kratos asks the person to sign in to it once, with their password or an emailed code, and connects both. People can also connect and disconnect a provider under Settings → Security. Connecting without that question (\`account_linking_mode: automatic\`) only works in Ory Network.
- Second factor: people who have set one up in Taskloom are asked for it after the provider, too.`,
  },
  {
    id: 'sso-organisation',
    title: 'From signing in to membership',
    text: `An organisation's owner adds the company's domain under Settings → Email domains, adds the TXT record that is shown there to its DNS, and chooses the role that people get. Whoever signs in with a verified address of the domain is then offered to join: on the welcome page, and later in the menu that switches projects. They aren't added without being asked. People of other companies see nothing of it, and people whom the organisation has removed can't join again.

Whoever can make an address count as verified decides who can join. So the mapper of each provider must accept only the domains of its own company, and these should be the ones that the organisation has verified. The list of people shows “Single sign-on” for those who last signed in with a provider.`,
  },
  {
    id: 'sso-companies',
    title: 'Several companies',
    text: `Add an entry under \`providers\` and a mapper for each, and restart Kratos. All buttons are on everybody's sign-in page, since Kratos doesn't know yet who is coming.

Organisations with their own domains and connections, where typing an address leads to the company's provider, are a feature of Ory Network and of Ory's enterprise licence. Kratos as open source ignores \`organization_id\`, except that it hides the button. Taskloom doesn't need it: its organisations are its own.`,
  },
  {
    id: 'sso-only',
    title: 'No passwords for a company',
    text: `Single sign-on doesn't take other ways away: people of the company can set a password, and sign in with it when the company has removed them at its provider. There are three ways to prevent that:

- Everybody uses single sign-on: in kratos.yml, set \`enabled: false\` for \`password\` and \`passkey\`, and \`passwordless_enabled: false\` for \`code\`.
- Only one company does: Kratos as open source has no setting for it, but can ask a service of yours after each sign-in, which refuses those of a domain. The one below is complete. If it can't be reached, nobody can sign in with a password.
- Deactivate people who leave (see Provisioning). That ends every way to sign in, and is needed anyway.`,
    code: ONLY_STEPS,
    files: ['sso/sso-only.yml', 'sso/refuse.mjs'],
    after:
      'People who have an account with a password should connect it to the provider before that, under Settings → Security: the question that connects it at sign-in would be refused, too. An operator can connect it instead, with `PUT /admin/identities/ID` and `schema_id`, `state`, `traits` and `credentials` as in the example of Provisioning.',
  },
  {
    id: 'saml',
    title: 'SAML',
    text: 'Kratos as open source has no SAML. Ory Polis (formerly BoxyHQ SAML Jackson, also open source) translates: it is a service provider for the company’s SAML, and an OpenID Connect provider for Kratos. It is then an entry with `provider: generic` as above. We have not tried this. Ory Network has SAML built in.',
  },
  {
    id: 'sso-errors',
    title: 'When single sign-on fails',
    text: `- Denied or cancelled at the provider: the sign-in page says so, and offers the other ways.
- Refused by the mapper: the error page shows the text of its \`assert\`, so write it for the people who read it.
- No address or name, and a mapper that doesn't insist on it: people are asked for what is missing. An address that they type isn't verified.
- The provider can't be reached, or its client id, secret or mapper is wrong: the console says that it can't sign people in this way right now, or shows what Kratos says for an administrator. Kratos's log has the details.
- “This account is disabled”: the identity is inactive.`,
  },
  {
    id: 'provisioning',
    title: 'Provisioning',
    text: `Taskloom follows Kratos, so people come and go there. Kratos as open source has no SCIM. Its admin API does the same: let a program of yours, or a workflow of the identity provider, call it when somebody joins or leaves. Ory Network and Ory Polis accept SCIM from identity providers; with Polis, a webhook of yours turns its events into the calls below. We have tried the calls, but neither of the two.`,
    code: PROVISION,
    after: `What Taskloom does, with \`IDENTITY_ADMIN_URL\`:

- Create: the user appears in Taskloom with their first sign-in, and joins by the email domain or by an invitation that waits for the address.
- Rename, or another address: arrives with the person's next request, or after 15 seconds with \`AUTH_METHOD=cookie\`. Until they return, others see the old name. With another domain, they don't lose memberships.
- Deactivate or delete: the person's next request is refused; with \`AUTH_METHOD=cookie\`, after 15 seconds at most. An open chat is closed within 45 seconds. Within half a minute, Taskloom notices by itself: access tokens of apps that they have connected stop working, refresh tokens too, emails to them stop, the list of people shows “Deactivated”, and the audit log of their organisations says so.
- Activate again: everything works as before within half a minute, including the apps.

What stays, until somebody changes it in Taskloom:

- Memberships: the role stays, so that an activation restores it. Remove people under People if they won't return. Someone who was deleted and created again is a new user without the old roles; the email domain or an invitation lets them in.
- API keys, apps, invitations, links and widget keys that they made: they keep working, because what has ended couldn't come back with an activation. Removing the person under People lists them with their last use, and ends all that aren't kept.
- Data: what they made in the organisation stays, with their name. Their account is only deleted if they do so themselves, or an operator does (below).
- The only owner: nobody else can then change owners, nor remove the deactivated one. Make somebody else an owner before, or let an operator do it (below).

Without \`IDENTITY_ADMIN_URL\`, Taskloom can't look anybody up: with \`AUTH_METHOD=jwt\`, access ends when the token does (\`ttl\`, 10 minutes), and connected apps keep working until the person is removed from the organisation. So set it.

Removing somebody at the provider alone, without a call to Kratos, prevents their next sign-in, but ends no session. Sessions last 30 days (\`lifespan\`). Without provisioning, set it to 12 hours or less.`,
  },
  {
    id: 'operator-changes',
    title: 'What only operators can do',
    text: 'With DATABASE_URL, in its database:',
    code: DATABASE,
  },
];
