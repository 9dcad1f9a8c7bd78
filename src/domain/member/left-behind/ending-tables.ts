/** The tables of everything that ends with somebody's access (`ENDING`), for the audit log. */
export const ENDING_TABLES = [
  'api_key',
  'oauth_client',
  'oauth_grant',
  'widget',
  'invitation',
  'access_link',
  'share',
  'chat_link',
] as const;
