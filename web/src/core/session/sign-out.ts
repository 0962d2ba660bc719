import { authRoutes } from '@aisle/contract/system/auth/auth';
import { call } from '../api.ts';
import { savePreferences } from '../preferences/user-preferences-sync.ts';
import { endSession } from './session.ts';

/** Ends the session here and on the server; here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  await savePreferences().catch(() => undefined);
  await call(authRoutes.logout, {}).catch(() => undefined);
  endSession();
}
