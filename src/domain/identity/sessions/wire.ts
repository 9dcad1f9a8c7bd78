import type { Identity, Session } from '@ory/client';
import type { IdentityContext } from '../context.ts';
import type { IdentityRow, SessionRow } from '../rows.ts';
import { SCHEMA_ID } from '../traits-schema.ts';

/** An identity in Ory's format, without credentials. */
export function toIdentity(ctx: IdentityContext, row: IdentityRow): Identity {
  const times = {
    created_at: row.addressCreatedAt.toISOString(),
    updated_at: row.addressUpdatedAt.toISOString(),
  };
  return {
    id: row.id,
    schema_id: SCHEMA_ID,
    schema_url: `${ctx.settings.publicUrl}/schemas/${SCHEMA_ID}`,
    state: row.state,
    state_changed_at: row.stateChangedAt.toISOString(),
    traits: { email: row.email, name: row.name },
    verifiable_addresses: [
      {
        id: row.verifiableAddressId,
        value: row.email,
        via: 'email',
        verified: row.verifiedAt !== null,
        ...(row.verifiedAt ? { verified_at: row.verifiedAt.toISOString() } : {}),
        status: row.addressStatus,
        ...times,
      },
    ],
    recovery_addresses: [{ id: row.recoveryAddressId, value: row.email, via: 'email', ...times }],
    metadata_public: null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A session in Ory's format, with its identity if given. */
export function toSession(
  ctx: IdentityContext,
  session: SessionRow,
  identity?: IdentityRow,
): Session {
  return {
    id: session.id,
    active: true,
    expires_at: session.expiresAt.toISOString(),
    authenticated_at: session.authenticatedAt.toISOString(),
    authenticator_assurance_level: session.aal,
    authentication_methods: session.authenticationMethods,
    issued_at: session.issuedAt.toISOString(),
    ...(identity ? { identity: toIdentity(ctx, identity) } : {}),
    devices: [
      {
        id: session.deviceId,
        ip_address: session.ipAddress,
        user_agent: session.userAgent,
        location: '',
      },
    ],
  };
}
