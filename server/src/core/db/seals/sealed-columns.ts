/** A column of sealed values, for moving all of them to another key. `about` and the row's id are what was sealed. */
export interface SealedColumn {
  table: string;
  id: string;
  column: string;
  about: string;
  /** Base64 in a text column. */
  isText?: true;
}

export const payoutAccountContext = (locationId: string): string => `payout account of ${locationId}`;
export const webhookContext = (id: string): string => `webhook ${id}`;
export const totpContext = (userId: string): string => `authenticator app ${userId}`;
export const serverSecretContext = (name: string): string => `server secret ${name}`;

/** Every sealed column there is; a rotation of the key seals each anew. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'server_secrets', id: 'name', column: 'value', about: serverSecretContext('') },
  { table: 'payout_accounts', id: 'location_id', column: 'sealed', about: payoutAccountContext('') },
  { table: 'webhook_endpoints', id: 'id', column: 'secret', about: webhookContext(''), isText: true },
  { table: 'webhook_endpoints', id: 'id', column: 'old_secret', about: webhookContext(''), isText: true },
  { table: 'authenticator_apps', id: 'user_id', column: 'secret', about: totpContext('') },
  { table: 'authenticator_apps', id: 'user_id', column: 'pending_secret', about: totpContext('') },
];
