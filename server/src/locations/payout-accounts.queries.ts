import type { MaskedPayoutAccount } from '@aisle/contract/payout-accounts';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

interface AccountRead {
  bankName: string;
  accountHolder: string;
  routingLast4: string;
  accountLast4: string;
  sealed: Buffer;
  version: number;
  updatedAt: string;
}

export async function findPayoutAccount(tx: Tx, locationId: string): Promise<AccountRead | undefined> {
  return tx
    .selectFrom('payout_accounts')
    .select(['bank_name as bankName', 'account_holder as accountHolder', 'sealed', 'version'])
    .select(['routing_last4 as routingLast4', 'account_last4 as accountLast4', 'updated_at as updatedAt'])
    .where('location_id', '=', locationId)
    .executeTakeFirst();
}

/** What may be shown, logged and told: of each number its end. */
export const masked = (account: AccountRead): MaskedPayoutAccount => ({
  bankName: account.bankName,
  accountHolder: account.accountHolder,
  routingNumber: `•••••${account.routingLast4}`,
  accountNumber: `••••${account.accountLast4}`,
  version: account.version,
  updatedAt: account.updatedAt,
});

export interface AccountColumns {
  sealed: Buffer;
  bank_name: string;
  account_holder: string;
  routing_last4: string;
  account_last4: string;
}
export async function savePayoutAccount(tx: Tx, locationId: string, columns: AccountColumns): Promise<void> {
  await tx
    .insertInto('payout_accounts')
    .values({ location_id: locationId, ...columns })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet(columns))
    .execute();
}

export async function deletePayoutAccount(tx: Tx, locationId: string): Promise<void> {
  await sql`DELETE FROM payout_accounts WHERE location_id = ${locationId}`.execute(tx);
}
