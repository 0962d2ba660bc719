import { authRoutes } from '@aisle/contract/system/auth/auth';
import { profileRoutes } from '@aisle/contract/system/profile';
import { beforeEach, expect, test } from 'vitest';
import { ada, idOf as id } from '../../../test/records.ts';
import { refusal, serve } from '../../../test/server.ts';
import { call } from '../api.ts';
import { getSession, onSessionReturn, rereadSession, startSession, wasInterrupted } from './session.ts';

beforeEach(() => startSession('first', id(1), [], ada));
const signedOut = refusal(401, 'not-signed-in', 'Sign in');
const confirm = () => call(authRoutes.confirm, { body: { password: 'Right1!' } });

test('continues with a new token after the password is confirmed', async () => {
  const sent = serve(authRoutes.confirm, { 'admin-token': 'second' });

  await confirm();

  expect(sent[0]?.body).toEqual({ password: 'Right1!', newToken: true });
  expect(getSession()?.token).toBe('second');
});

test('repeats a request with the new token if it was refused with the previous one', async () => {
  const renewal = Promise.withResolvers<void>();
  serve(authRoutes.confirm, async () => {
    await renewal.promise;
    return { 'admin-token': 'second' };
  });
  const reads = serve(profileRoutes.preferences, () =>
    getSession()?.token === 'second' ? { theme: 'dark' as const } : signedOut,
  );

  const confirming = confirm();
  const reading = call(profileRoutes.preferences, {});
  // The request is refused before the response with the new token arrives.
  await expect.poll(() => reads.length).toBe(1);
  renewal.resolve();

  expect(await reading).toEqual({ theme: 'dark' });
  await confirming;
  expect(reads).toHaveLength(2);
});

test('ends an expired session, even during a password confirmation', async () => {
  serve(profileRoutes.preferences, signedOut);
  serve(authRoutes.confirm, signedOut);

  await expect(confirm()).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toBeNull();

  startSession('first', id(1), [], ada);
  await expect(call(profileRoutes.preferences, {})).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toBeNull();
});

test('leaves with another tab and returns to the same page with it', () => {
  const returns: string[] = [];
  onSessionReturn((address) => returns.push(address));
  history.replaceState(null, '', '/supports/1?tab=mine');
  const stored = { ...localStorage };
  const restore = (userId: string) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    localStorage.setItem('_id', userId);
    rereadSession();
  };

  localStorage.clear();
  rereadSession();
  expect([getSession(), wasInterrupted()]).toEqual([null, true]);
  restore(id(1));
  localStorage.clear();
  rereadSession();
  restore(id(2));

  // Another user starts at the start page.
  expect(returns).toEqual(['/supports/1?tab=mine', '/']);
  expect(wasInterrupted()).toBe(false);
});
