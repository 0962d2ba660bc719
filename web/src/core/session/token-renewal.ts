import { rereadSession, storeToken } from './session.ts';

const name = 'aisle-session-token';
let last: Promise<unknown> = Promise.resolve();

/** Runs one call at a time: across all tabs, or only in this one if the page isn't secure. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, work) as Promise<T>;
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

/** Sends a request that renews the token, and stores the new token before it releases the lock. */
export const renewing = <T extends { data?: unknown }>(send: () => Promise<T>): Promise<T> =>
  alone(async () => {
    const answer = await send();
    const token = (answer.data as { 'admin-token'?: unknown } | undefined)?.['admin-token'];
    if (typeof token === 'string') storeToken(token);
    return answer;
  });

/** Waits until no tab is renewing the token: a request refused in the meantime can have used the previous token. */
export const renewalOver = (): Promise<void> => alone(async () => rereadSession());
