import { rereadSession, storeToken } from './session.ts';

const name = 'aisle-session-token';
let last: Promise<unknown> = Promise.resolve();

/** One after the other: in all tabs of the browser, or in this one where the page isn't secure. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, work) as Promise<T>;
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

/** Sends what gives the session another token, and keeps that token before anything else is sent. */
export const renewing = <T extends { data?: unknown }>(send: () => Promise<T>): Promise<T> =>
  alone(async () => {
    const answer = await send();
    const token = (answer.data as { 'admin-token'?: unknown } | undefined)?.['admin-token'];
    if (typeof token === 'string') storeToken(token);
    return answer;
  });

/** Waits until no tab is exchanging the token; what is refused meanwhile may have been sent with the former one. */
export const renewalOver = (): Promise<void> => alone(async () => rereadSession());
