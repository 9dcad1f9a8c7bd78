local session = std.extVar('session');
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
