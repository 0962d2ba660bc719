import type { MaskedPayoutAccount } from '@aisle/contract/locations/payout-accounts';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow } from '../../core/db/rows/columns.ts';

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

/** The account as it may be shown and logged: only the last digits of each number. */
export const masked = (account: AccountRead): MaskedPayoutAccount => ({
  bankName: account.bankName,
  accountHolder: account.accountHolder,
  routingNumber: `•••••${account.routingLast4}`,
  accountNumber: `••••${account.accountLast4}`,
  version: account.version,
  updatedAt: account.updatedAt,
});

export async function savePayoutAccount(
  tx: Tx,
  locationId: string,
  columns: Omit<NewRow<'payout_accounts'>, 'location_id'>,
): Promise<void> {
  await tx
    .insertInto('payout_accounts')
    .values({ location_id: locationId, ...columns })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet(columns))
    .execute();
}

export async function deletePayoutAccount(tx: Tx, locationId: string): Promise<void> {
  await sql`DELETE FROM payout_accounts WHERE location_id = ${locationId}`.execute(tx);
}
