local claims = { email: '', name: '' } + std.extVar('claims');
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
