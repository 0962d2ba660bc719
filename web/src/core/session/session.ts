import { isPermission, marketplacePermissions, type Permission } from '@aisle/contract/permissions';
import type { SignedInUser } from '@aisle/contract/system/auth/signed-in';
import { useSyncExternalStore } from 'react';
import { deleteSealed, findSealed, sealedWritten, storeSealed } from '../offline/sealed-slots.ts';

export type SessionUser = SignedInUser;
type OwnName = Pick<SessionUser, 'firstName' | 'lastName' | 'email'>;

export interface Session {
  token: string;
  userId: string;
  permissions: ReadonlySet<Permission>;
  user: SessionUser;
  /** The location selected by a user with several; null for all locations. */
  locationId: string | null;
  /** True if an administrator views Aisle as this user; changes are not possible. */
  isView: boolean;
}

/** Names in local storage that other programs rely on. */
const keys = { token: 'admin-token', id: '_id', role: 'userRole', user: 'user' } as const;
const locationKey = 'locationId';
/** The administrator's own session while viewing Aisle as another user. */
const viewedFromKey = 'viewed-from';

/** Names and emails aren't in local storage: they are in memory, and encrypted for the next page. */
let named: { userId: string; name: OwnName } | null = null;
const noName: OwnName = { firstName: '', lastName: '', email: '' };

let current: Session | null = load();
/** The user whose session ended without a sign-out in this tab, and the page that was open. */
let interrupted: { userId: string; address: string } | null = null;
const listeners = new Set<() => void>();
const leavings = new Set<() => void>();
const endings = new Set<(ending: SessionEnding) => void>();
const returns = new Set<(address: string) => void>();

export interface SessionEnding {
  userId: string;
  /** True after a chosen sign-out, which deletes drafts; otherwise the same user can continue. */
  isChosen: boolean;
  /** The page that was open, where the same user continues; null if another tab ended the session. */
  address: string | null;
}

function load(): Session | null {
  const token = localStorage.getItem(keys.token);
  const userId = localStorage.getItem(keys.id);
  if (!token || !userId) return null;
  try {
    const role = JSON.parse(localStorage.getItem(keys.role) ?? '[]') as string[];
    const stored = JSON.parse(localStorage.getItem(keys.user) ?? 'null') as SessionUser | null;
    if (!stored) return null;
    const user = { ...stored, ...(named?.userId === userId ? named.name : noName) };
    // Drops permissions that the server would refuse for this type of user.
    const usable = (key: Permission) => user.userType !== 'store' || !marketplacePermissions.has(key);
    const isView = localStorage.getItem(viewedFromKey) !== null;
    const permissions = new Set(role.filter(isPermission).filter(usable));
    return { token, userId, permissions, user, locationId: localStorage.getItem(locationKey), isView };
  } catch {
    return null; // incomplete or modified: the user has to sign in again
  }
}

/** Every check returns the user again: an unchanged session must not cause a render. */
function changed(next: Session | null): void {
  if (spelled(next) === spelled(current)) return;
  current = next;
  for (const listener of listeners) listener();
}

const spelled = (session: Session | null): string =>
  JSON.stringify({ ...session, permissions: [...(session?.permissions ?? [])] });

export const getSession = (): Session | null => current;

function nameUser(userId: string, name: OwnName): void {
  if (named?.userId === userId && JSON.stringify(named.name) === JSON.stringify(name)) return;
  named = { userId, name };
  storeSealed(userId, 'name', name);
}
/** Loads the stored name of the user for a newly opened page. */
async function recallName(): Promise<void> {
  const userId = current?.userId;
  if (!userId || named?.userId === userId) return;
  const name = await findSealed<OwnName>(userId, 'name');
  // The server can have sent it in the meantime, or the session can have ended.
  if (!name || current?.userId !== userId || named?.userId === userId) return;
  named = { userId, name };
  changed(load());
}
/** Screens wait for it, so that they don't render first without and then with the name. */
export const nameRecalled = recallName();

/** Stores a new session after signing in. */
export function startSession(token: string, userId: string, userRole: string[], user: SessionUser): void {
  localStorage.setItem(keys.token, token);
  localStorage.setItem(keys.id, userId);
  interrupted = null;
  refreshSession(userRole, user);
}

/** Updates the session with what auth/check returned about the user. */
export function refreshSession(userRole: string[], user: SessionUser): void {
  const { firstName, lastName, email, ...stored } = user;
  localStorage.setItem(keys.role, JSON.stringify(userRole));
  localStorage.setItem(keys.user, JSON.stringify(stored));
  nameUser(localStorage.getItem(keys.id) ?? '', { firstName, lastName, email });
  changed(load());
}

/** Continues the session with a renewed token. */
export function storeToken(token: string): void {
  localStorage.setItem(keys.token, token);
  changed(load());
}

export function chooseLocation(locationId: string | null): void {
  if (locationId) localStorage.setItem(locationKey, locationId);
  else localStorage.removeItem(locationKey);
  changed(load());
}

/** Sets the current session aside and starts a read-only one as another user. */
export function startViewing(token: string, userId: string, userRole: string[], user: SessionUser): void {
  const own = JSON.stringify({ ...localStorage });
  replaceStored({ [viewedFromKey]: own, [keys.token]: token, [keys.id]: userId });
  refreshSession(userRole, user);
  void sealedWritten().then(restart);
}

/** Restores the administrator's own session. */
function stopViewing(own: string): void {
  if (current) deleteSealed(current.userId);
  replaceStored(JSON.parse(own) as Record<string, string>);
  changed(load());
  void sealedWritten().then(restart);
}

function replaceStored(values: Record<string, string>): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
}

/**
 * Ends the session in this browser at the user's request and removes all data of the user. Ending a view-as session restores the
 * administrator's own.
 */
export const endSession = (): void => end({ isChosen: true, address: null });

/** Ends a session that the server has ended: as at a sign-out, but encrypted drafts stay for the same user. */
export function interruptSession(): void {
  if (!current) return;
  if (!current.isView) for (const store of leavings) store();
  end({ isChosen: false, address: addressNow() });
}
function addressNow(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

function end({ isChosen, address }: Omit<SessionEnding, 'userId'>): void {
  const own = localStorage.getItem(viewedFromKey);
  if (own !== null) {
    stopViewing(own);
    return;
  }
  // The server can refuse the session while the user signs out.
  const userId = current?.userId ?? interrupted?.userId;
  if (!userId && localStorage.length === 0) return;
  if (userId) deleteSealed(userId);
  named = null;
  interrupted = isChosen || !userId ? null : { userId, address: addressNow() };
  localStorage.clear();
  sessionStorage.clear();
  changed(null);
  for (const ending of endings) ending({ userId: userId ?? '', isChosen, address });
}

/** Whether the session ended without a sign-out, which the sign-in page explains. */
export const wasInterrupted = (): boolean => interrupted !== null;
/** The page where this user left off in this tab. */
export const interruptedAt = (userId: string): string | undefined =>
  interrupted?.userId === userId ? interrupted.address : undefined;
/** Calls the function when the user signed in again in another tab. */
export function onSessionReturn(listener: (address: string) => void): void {
  returns.add(listener);
}

/** Calls the function whenever a session ends, for any reason. */
export function onSessionEnd(ending: (ending: SessionEnding) => void): () => void {
  endings.add(ending);
  return () => endings.delete(ending);
}

/** Calls the function before the page closes or the server's end of the session closes it, to store what was just typed. */
export function onLeaving(store: () => void): () => void {
  leavings.add(store);
  addEventListener('pagehide', store);
  return () => {
    leavings.delete(store);
    removeEventListener('pagehide', store);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Applies session changes made by another tab. */
export function rereadSession(): void {
  const next = load();
  // The other tab also decides about drafts, because only it knows whether the user chose to sign out.
  if (current && !next) end({ isChosen: false, address: null });
  else if (!current && next) {
    const address = interruptedAt(next.userId) ?? '/';
    interrupted = null;
    changed(next);
    for (const listener of returns) listener(address);
  } else changed(next);
  void recallName();
  // The other tab can still be encrypting it.
  setTimeout(() => void recallName(), 1000);
}
// Signing out in one tab signs out in all of them, and signing in again, whose last key is the user, returns them.
const watchedKeys: readonly (string | null)[] = [null, keys.token, keys.user];
window.addEventListener('storage', (event) => {
  if (watchedKeys.includes(event.key)) rereadSession();
});

export const useSession = (): Session | null => useSyncExternalStore(subscribe, getSession);

/** For use inside the signed-in shell. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error('Used outside the signed-in shell');
  return session;
}

const none: ReadonlySet<Permission> = new Set();
export const usePermissions = (): ReadonlySet<Permission> => useSession()?.permissions ?? none;
/** Whether the user has the permission; always true if none is given. */
export const useCan = (permission: Permission | undefined): boolean => {
  const held = usePermissions();
  return permission === undefined || held.has(permission);
};

/** Reloads the app at its start page, so that data loaded in one session never appears in another. */
const restart = (): void => window.location.assign('/');
