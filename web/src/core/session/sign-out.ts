import { signedInRoutes } from '@aisle/contract/system/auth/signed-in';
import { call } from '../api.ts';
import { savePreferences } from '../preferences/user-preferences-sync.ts';
import { endSession } from './session.ts';

/** Ends the session here and on the server; only here if the server is unreachable. */
export async function signOut(): Promise<void> {
  await savePreferences().catch(() => undefined);
  await call(signedInRoutes.logout, {}).catch(() => undefined);
  endSession();
}
