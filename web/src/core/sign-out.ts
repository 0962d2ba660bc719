import { authRoutes } from '@aisle/contract/system/auth';
import { call } from './api.ts';
import { endSession } from './session.ts';
import { savePreferences } from './user-preferences-sync.ts';

/** Ends the session here and on the server; here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  await savePreferences().catch(() => undefined);
  await call(authRoutes.logout, {}).catch(() => undefined);
  endSession();
}
