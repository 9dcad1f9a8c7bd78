import type { Identity, Session } from '@ory/client';
import type { StoredIdentity, StoredSession } from './data.ts';

/** An identity in Kratos's format. */
export function toIdentity(base: string, identity: StoredIdentity): Identity {
  const { id, email, name, verified_at, created_at, updated_at } = identity;
  return {
    id,
    schema_id: 'default',
    schema_url: `${base}/schemas/default`,
    state: 'active',
    state_changed_at: created_at,
    traits: { email, name },
    verifiable_addresses: [
      {
        id: `${id}-address`,
        value: email,
        via: 'email',
        verified: verified_at !== null,
        ...(verified_at ? { verified_at } : {}),
        status: verified_at ? 'completed' : 'sent',
        created_at,
        updated_at,
      },
    ],
    recovery_addresses: [
      { id: `${id}-recovery`, value: email, via: 'email', created_at, updated_at },
    ],
    metadata_public: null,
    created_at,
    updated_at,
  };
}

/** A session in Kratos's format, with its identity if given. */
export function toSession(
  base: string,
  session: StoredSession,
  identity?: StoredIdentity,
): Session {
  return {
    id: session.id,
    active: true,
    expires_at: session.expires_at,
    authenticated_at: session.authenticated_at,
    authenticator_assurance_level: session.aal,
    authentication_methods: session.methods,
    issued_at: session.issued_at,
    ...(identity ? { identity: toIdentity(base, identity) } : {}),
    devices: [
      {
        id: `${session.id}-device`,
        ip_address: '127.0.0.1',
        user_agent: 'Mock browser',
        location: '',
      },
    ],
  };
}
