/** Where the console and Kratos are, as a browser sees them. */
export interface Place {
  /** Origin of the console and the API. */
  console: string;
  /** Base URL of Kratos, with a slash at the end. */
  identity: string;
  /** The folder of Kratos's files. */
  folder: string;
  /** The domain that both hosts share, if they are different. */
  domain?: string;
  /** Where Kratos listens: in a container on all interfaces. */
  host: string;
}

/** The identity schema: what Taskloom knows of a person. */
export const IDENTITY_SCHEMA = `{
  "$id": "https://schemas.taskloom.example/person.json",
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Person",
  "type": "object",
  "properties": {
    "traits": {
      "type": "object",
      "properties": {
        "email": {
          "type": "string",
          "format": "email",
          "title": "Email",
          "maxLength": 320,
          "ory.sh/kratos": {
            "credentials": {
              "password": { "identifier": true },
              "code": { "identifier": true, "via": "email" },
              "totp": { "account_name": true },
              "webauthn": { "identifier": true },
              "passkey": { "display_name": true }
            },
            "verification": { "via": "email" },
            "recovery": { "via": "email" }
          }
        },
        "name": { "type": "string", "title": "Name", "minLength": 1, "maxLength": 100 }
      },
      "required": ["email", "name"],
      "additionalProperties": false
    }
  }
}
`;

/** The claims mapper of the token template. */
export const CLAIMS_MAPPER = `local session = std.extVar('session');
local traits = session.identity.traits;
{
  claims: {
    // IDENTITY_AUDIENCE: a token for another service must not work here.
    aud: ['taskloom'],
    // Taskloom shows them, and creates the user from them.
    email: traits.email,
    name: traits.name,
    // Only verified addresses get the free credit.
    email_verified: std.length([
      address
      for address in session.identity.verifiable_addresses
      if address.value == traits.email && address.verified
    ]) > 0,
  },
}
`;

/** A complete configuration of Kratos, with the reason of each line. */
export function kratosConfig({ console, identity, folder, domain, host }: Place): string {
  const rp = new URL(console).hostname;
  const cors = domain || new URL(console).origin !== new URL(identity).origin;
  return `version: v26.2.0
serve:
  public:
    host: ${host}
    port: 4433
    base_url: ${identity} # in every link, form and redirect, and the issuer of tokens (IDENTITY_ISSUER)
${cors ? corsOf(console) : ''}  admin:
    host: ${host}
    port: 4434 # IDENTITY_ADMIN_URL; only Taskloom's server may reach it, never the internet
cookies:
  same_site: Lax # the console and Kratos are on the same site
${domain ? `  domain: ${domain} # so that the API gets the session too, with AUTH_METHOD=cookie\n` : ''}session:
  lifespan: 720h # how long people stay signed in
  whoami:
    required_aal: highest_available # with the default, a password alone signs in a person who has a second factor
    tokenizer:
      templates:
        taskloom: # the name that the console asks for, with AUTH_METHOD=jwt
          ttl: 10m # the console renews tokens in time; without IDENTITY_ADMIN_URL, this is how long one outlives its session
          jwks_url: file://${folder}/tokenizer.jwks.json # the private key; Kratos doesn't publish the public one
          claims_mapper_url: file://${folder}/claims.jsonnet # adds aud, email, email_verified and name
identity:
  default_schema_id: default
  schemas:
    - id: default
      url: file://${folder}/identity.schema.json # email and name, as Taskloom expects them
courier:
  smtp:
    from_address: no-reply@${rp === 'localhost' ? 'taskloom.example' : rp} # the server itself is COURIER_SMTP_CONNECTION_URI
    from_name: Taskloom
feature_flags:
  use_continue_with_transitions: true # recovery continues in the same page instead of a redirect
selfservice:
  default_browser_return_url: ${console}/ # after signing in without another destination
  allowed_return_urls:
    - ${console} # the console returns people to the page that they came from, and nowhere else
  methods:
    password:
      enabled: true
      config:
        haveibeenpwned_enabled: true # refuses passwords from data breaches; false if Kratos can't reach the internet
    code:
      enabled: true # verification and recovery by code
      passwordless_enabled: true # sign-in by emailed code; false to leave it out
      config:
        lifespan: 10m # the console says how long a code is valid
    link:
      enabled: false # codes work in every mail program, and links can be used up by scanners
    totp:
      enabled: true
      config:
        issuer: Taskloom # the name in authenticator apps
    lookup_secret:
      enabled: true # backup codes
    webauthn:
      enabled: true # security keys, as a second factor
      config:
        passwordless: false # passkeys are the method below
        rp:
          id: ${rp} # the host of the console, not of Kratos: keys belong to the page that asks for them
          display_name: Taskloom
          origins:
            - ${console}
    passkey:
      enabled: true # signing in without a password
      config:
        rp:
          id: ${rp} # as above; changing it makes all passkeys useless
          display_name: Taskloom
          origins:
            - ${console}
  flows:
    error:
      ui_url: ${console}/auth/error # each flow has a screen in the console
    login:
      ui_url: ${console}/auth/login
    registration:
      ui_url: ${console}/auth/registration
      after:
        password:
          hooks:
            - hook: session # people are signed in as soon as they have signed up
            - hook: show_verification_ui # then the console asks for the emailed code
        passkey:
          hooks:
            - hook: session
            - hook: show_verification_ui
        code:
          hooks:
            - hook: session # the code has verified the address already
    verification:
      enabled: true
      use: code
      ui_url: ${console}/auth/verification
      after:
        default_browser_return_url: ${console}/
    recovery:
      enabled: true
      use: code
      ui_url: ${console}/auth/recovery
    settings:
      ui_url: ${console}/settings/security
      privileged_session_max_age: 15m # after that, changing sign-in methods needs another sign-in
      required_aal: highest_available # otherwise a password alone could remove the second factor
      after:
        password:
          hooks:
            - hook: revoke_active_sessions # a new password signs out everywhere else, as the console says
    logout:
      after:
        default_browser_return_url: ${console}/auth/login
`;
}

function corsOf(console: string): string {
  return `    cors: # the console is on another origin, and its scripts call Kratos
      enabled: true
      allowed_origins:
        - ${console}
      allowed_methods: [GET, POST, DELETE]
      allowed_headers: [Content-Type, X-Session-Token]
      exposed_headers: [Content-Type]
      allow_credentials: true # the session is a cookie
`;
}
