import { beforeEach, expect, test, vi } from 'vitest';
import { ada } from '../../../test/records.ts';

const kept = new Map<string, unknown>();
vi.mock('./key-store.ts', () => ({
  inKeyStore: (_: IDBTransactionMode, work: (keys: unknown) => unknown) =>
    Promise.resolve(
      work({
        get: (slot: string) => kept.get(slot),
        put: (value: unknown, slot: string) => kept.set(slot, value),
        delete: (slot: string) => kept.delete(slot),
      }),
    ),
}));

/** The modules in the state of a newly opened page. */
async function openPage() {
  vi.resetModules();
  const session = await import('../session/session.ts');
  await session.nameRecalled;
  return { ...session, ...(await import('./sealed-slots.ts')) };
}
async function signIn() {
  const page = await openPage();
  page.startSession('token-1', 'person-1', [], ada);
  await page.sealedWritten();
  return page;
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', {});
  kept.clear();
});

test('stores no readable name or email in the browser', async () => {
  const { getSession } = await signIn();

  expect(getSession()?.user).toEqual(ada);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Ada|Stone|ada@/);
  expect(JSON.stringify([...kept])).not.toMatch(/Ada|Stone|ada@/);
});

test('restores the name on a new page before rendering', async () => {
  await signIn();

  const { getSession } = await openPage();

  expect(getSession()?.user).toEqual(ada);
});

test('leaves the name empty until the server responds if nothing is stored', async () => {
  await signIn();
  kept.clear();

  const { getSession, refreshSession } = await openPage();
  expect(getSession()?.user).toMatchObject({ firstName: '', lastName: '', email: '', userType: 'admin' });
  refreshSession([], ada);

  expect(getSession()?.user).toEqual(ada);
});

test('deletes the name when the user signs out', async () => {
  const { endSession, sealedWritten } = await signIn();
  expect(kept.size).toBe(1);

  endSession();
  await sealedWritten();

  expect(kept.size).toBe(0);
});

test('encrypts titles of recent pages and deletes them when the session ends', async () => {
  const { endSession, sealedWritten } = await signIn();
  const { recentPages, rememberPage } = await import('../pages/recent.ts');
  rememberPage({ path: '/customers/view/1', title: 'Grace Hill' });
  await sealedWritten();
  expect([...kept.keys()]).toContain('recent person-1');
  expect(JSON.stringify([{ ...localStorage }, ...kept])).not.toContain('Grace');

  endSession();
  await sealedWritten();

  expect(recentPages()).toEqual([]);
  expect(kept.size).toBe(0);
});
