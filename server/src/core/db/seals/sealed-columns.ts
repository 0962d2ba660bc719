/**
 * A column of encrypted values, for moving all of them to another key. `about` and the row's ID form the encryption context.
 */
export interface SealedColumn {
  table: string;
  id: string;
  column: string;
  about: string;
  /** Whether the column holds base64 text. */
  isText?: true;
}

export const payoutAccountContext = (locationId: string): string => `payout account of ${locationId}`;
export const webhookContext = (id: string): string => `webhook ${id}`;
export const totpContext = (userId: string): string => `authenticator app ${userId}`;
export const giftCardContext = (id: string): string => `gift card ${id}`;
export const serverSecretContext = (name: string): string => `server secret ${name}`;

/** All encrypted columns; a key rotation re-encrypts each of them. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'server_secrets', id: 'name', column: 'value', about: serverSecretContext('') },
  { table: 'payout_accounts', id: 'location_id', column: 'sealed', about: payoutAccountContext('') },
  { table: 'webhook_endpoints', id: 'id', column: 'secret', about: webhookContext(''), isText: true },
  { table: 'webhook_endpoints', id: 'id', column: 'old_secret', about: webhookContext(''), isText: true },
  { table: 'gift_cards', id: 'id', column: 'sealed_code', about: giftCardContext('') },
  { table: 'authenticator_apps', id: 'user_id', column: 'secret', about: totpContext('') },
  { table: 'authenticator_apps', id: 'user_id', column: 'pending_secret', about: totpContext('') },
];
