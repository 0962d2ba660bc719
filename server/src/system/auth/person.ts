import type { SignedInUser } from '@aisle/contract/system/auth/signed-in';
import type { Tx } from '../../core/db/db.ts';
import { effectivePermissions } from '../../core/http/actor.ts';
import { type Account, locationsOfPerson } from './auth.queries.ts';

/** Describes the signed-in user as the browser stores it. */
export async function describePerson(
  tx: Tx,
  account: Account,
  mustSetUpFactor: boolean,
): Promise<{ _id: string; userRole: string[]; user: SignedInUser }> {
  const { first_name: firstName, last_name: lastName, email } = account;
  const userType = account.user_type as SignedInUser['userType'];
  const locations = userType === 'store' ? await locationsOfPerson(tx, account.id) : [];
  return {
    _id: account.id,
    userRole: [...effectivePermissions(userType, account.roles)],
    user: { firstName, lastName, email, userType, locations, ...(mustSetUpFactor && { mustSetUpFactor }) },
  };
}
