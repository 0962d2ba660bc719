import { isPermission, marketplacePermissions, type Permission } from '@aisle/contract/permissions';
import type { SignedInUser } from '@aisle/contract/system/auth/auth';
import { useSyncExternalStore } from 'react';
import { deleteSealed, findSealed, sealedWritten, storeSealed } from '../offline/sealed-slots.ts';

export type SessionUser = SignedInUser;
type OwnName = Pick<SessionUser, 'firstName' | 'lastName' | 'email'>;

export interface Session {
  token: string;
  userId: string;
  permissions: ReadonlySet<Permission>;
  user: SessionUser;
  /** The location a person with several has chosen; none means all of them. */
  locationId: string | null;
  /** An administrator looks at Aisle as this person sees it; nothing can be changed. */
  isView: boolean;
}

/** Names in local storage that other programs rely on. */
const keys = { token: 'admin-token', id: '_id', role: 'userRole', user: 'user' } as const;
const locationKey = 'locationId';
/** The administrator's own session, while they view Aisle as somebody else. */
const viewedFromKey = 'viewed-from';

/** Local storage has no name or email: they are in memory, and sealed for the next page. */
let named: { userId: string; name: OwnName } | null = null;
const noName: OwnName = { firstName: '', lastName: '', email: '' };

let current: Session | null = load();
const listeners = new Set<() => void>();
const endings = new Set<() => void>();

function load(): Session | null {
  const token = localStorage.getItem(keys.token);
  const userId = localStorage.getItem(keys.id);
  if (!token || !userId) return null;
  try {
    const role = JSON.parse(localStorage.getItem(keys.role) ?? '[]') as string[];
    const stored = JSON.parse(localStorage.getItem(keys.user) ?? 'null') as SessionUser | null;
    if (!stored) return null;
    const user = { ...stored, ...(named?.userId === userId ? named.name : noName) };
    // What the server would refuse anyway is not offered.
    const usable = (key: Permission) => user.userType !== 'store' || !marketplacePermissions.has(key);
    const isView = localStorage.getItem(viewedFromKey) !== null;
    const permissions = new Set(role.filter(isPermission).filter(usable));
    return { token, userId, permissions, user, locationId: localStorage.getItem(locationKey), isView };
  } catch {
    return null; // half-written or tampered with: signing in again mends it
  }
}

/** Every check says again who is signed in: what is as it was is no reason to draw a page anew. */
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
/** Finds the name of the user in this browser, for a page that was just opened. */
async function recallName(): Promise<void> {
  const userId = current?.userId;
  if (!userId || named?.userId === userId) return;
  const name = await findSealed<OwnName>(userId, 'name');
  // The server may have said it meanwhile, or the session may have ended.
  if (!name || current?.userId !== userId || named?.userId === userId) return;
  named = { userId, name };
  changed(load());
}
/** Screens wait for it, so that none is drawn without the name and again with it. */
export const nameRecalled = recallName();

/** Keeps a fresh sign-in. */
export function startSession(token: string, userId: string, userRole: string[], user: SessionUser): void {
  localStorage.setItem(keys.token, token);
  localStorage.setItem(keys.id, userId);
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

/** The session goes on under another token. */
export function storeToken(token: string): void {
  localStorage.setItem(keys.token, token);
  changed(load());
}

export function chooseLocation(locationId: string | null): void {
  if (locationId) localStorage.setItem(locationKey, locationId);
  else localStorage.removeItem(locationKey);
  changed(load());
}

/** Keeps the own session aside and goes on with one that only looks. */
export function startViewing(token: string, userId: string, userRole: string[], user: SessionUser): void {
  const own = JSON.stringify({ ...localStorage });
  replaceStored({ [viewedFromKey]: own, [keys.token]: token, [keys.id]: userId });
  refreshSession(userRole, user);
  void sealedWritten().then(restart);
}

/** Back to the own session, as it was. */
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

/** Signs out on this side: nothing of the person stays in the browser. A view gives way to the own session. */
export function endSession(): void {
  const own = localStorage.getItem(viewedFromKey);
  if (own !== null) {
    stopViewing(own);
    return;
  }
  if (!current && localStorage.length === 0) return;
  if (current) deleteSealed(current.userId);
  named = null;
  localStorage.clear();
  sessionStorage.clear();
  changed(null);
  for (const ending of endings) ending();
}

/** Runs whenever a session ends, whatever ended it. */
export function onSessionEnd(ending: () => void): () => void {
  endings.add(ending);
  return () => endings.delete(ending);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Takes over what another tab did with the session. */
export function rereadSession(): void {
  const next = load();
  if (current && !next) endSession();
  else changed(next);
  void recallName();
  // The other tab may still be sealing it.
  setTimeout(() => void recallName(), 1000);
}
// Signing out in one tab signs out in all of them.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === keys.token) rereadSession();
});

export const useSession = (): Session | null => useSyncExternalStore(subscribe, getSession);

/** For everything inside the signed-in shell. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error('Used outside the signed-in shell');
  return session;
}

const none: ReadonlySet<Permission> = new Set();
export const usePermissions = (): ReadonlySet<Permission> => useSession()?.permissions ?? none;
/** Whether the person may; nothing named means everyone may. */
export const useCan = (permission: Permission | undefined): boolean => {
  const held = usePermissions();
  return permission === undefined || held.has(permission);
};

/** Loads the app anew from its first page: nothing that was read by one session is shown in another. */
const restart = (): void => window.location.assign('/');
