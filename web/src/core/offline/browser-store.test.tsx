import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { kim } from '../../../test/records.ts';
import { endSession, interruptSession, onLeaving, startSession } from '../session/session.ts';
import {
  deletePersonData,
  draftsOf,
  findFormDraft,
  findStoredResponse,
  putSettings,
  resumePerson,
  storeFormDraft,
  storeResponse,
} from './browser-store.ts';
import { useStoredResponse } from './stored-responses.ts';

/** Implements the part of IndexedDB that this code uses; the test document has none. */
function memoryDatabase() {
  const stores = new Map<string, Map<string, unknown>>();
  const removed: string[] = [];
  const storeOf = (name: string) => {
    const rows = stores.get(name) ?? new Map<string, unknown>();
    stores.set(name, rows);
    return {
      get: (id: string) => ({ result: rows.get(id) }),
      getAll: () => ({ result: [...rows.values()] }),
      put: (row: { id?: string; userId: string }) => ({ result: void rows.set(row.id ?? row.userId, row) }),
      delete: (id: string) => {
        removed.push(name);
        return { result: void rows.delete(id) };
      },
    };
  };
  const soon = (work: () => unknown) => queueMicrotask(() => void work());
  const rows = (name: string) => [...(stores.get(name)?.values() ?? [])];
  return {
    removed,
    rows,
    row: (name: string, id: string) => stores.get(name)?.get(id),
    databases: async () => [{ name: 'aisle-held' }],
    open() {
      const opening: Record<string, unknown> & { onsuccess?: () => void } = {
        result: {
          close: () => undefined,
          transaction(name: string) {
            const transaction: { oncomplete?: () => void; objectStore: () => unknown } = {
              objectStore: () => storeOf(name),
            };
            soon(() => transaction.oncomplete?.());
            return transaction;
          },
        },
      };
      soon(() => opening.onsuccess?.());
      return opening;
    },
  };
}

let database: ReturnType<typeof memoryDatabase>;
const userId = 'person-1';

beforeEach(() => {
  database = memoryDatabase();
  vi.stubGlobal('indexedDB', database);
  startSession('token', userId, [], kim);
});

test('deletes the key first, so that no readable data remains', async () => {
  await storeFormDraft(userId, 'shelf', { name: 'Elm' }, 1);
  expect(await findFormDraft(userId, 'shelf')).toEqual({ content: { name: 'Elm' }, at: 1 });

  await deletePersonData(userId);

  expect(database.removed).toEqual(['people', 'drafts']);
  expect(await findFormDraft(userId, 'shelf')).toBeUndefined();
});

test('stores nothing after the session has ended', async () => {
  endSession();

  await expect(storeFormDraft(userId, 'shelf', { name: 'Elm' }, 1)).rejects.toThrow('session');

  expect(await findFormDraft(userId, 'shelf')).toBeUndefined();
});

const draft = { content: { text: 'Sorry about the eggs' }, at: 1 };
const storeDraft = () => storeFormDraft(userId, 'reply', draft.content, draft.at);
async function interrupt(address = '/supports/1?tab=mine'): Promise<void> {
  history.replaceState(null, '', address);
  interruptSession();
  await vi.waitFor(() => expect(database.row('people', userId)).toHaveProperty('address'));
}

test('keeps drafts and the address of a session that the server ended, but no responses', async () => {
  await storeDraft();
  await storeResponse(userId, 'orders', ['O-1'], 1);

  await interrupt();

  expect(localStorage.length).toBe(0);
  expect(JSON.stringify(database.rows('people'))).not.toContain('/supports');
  expect(await findStoredResponse(userId, 'orders')).toBeUndefined();
  expect(await resumePerson(userId)).toBe('/supports/1?tab=mine');
  expect(await findFormDraft(userId, 'reply')).toEqual(draft);
  expect(await resumePerson(userId)).toBeUndefined();
});

test('stores input that the end of the session finds unsaved', async () => {
  const stop = onLeaving(() => void storeDraft());

  await interrupt();
  stop();

  await vi.waitFor(async () => expect(await findFormDraft(userId, 'reply')).toEqual(draft));
});

test('deletes the unfinished work of a user when another user signs in', async () => {
  await storeDraft();
  await interrupt();

  expect(await resumePerson('person-2')).toBeUndefined();

  expect([...database.rows('people'), ...database.rows('drafts')]).toEqual([]);
});

test('keeps unfinished work for its user alone, if the user chose so', async () => {
  await storeDraft();
  await putSettings(userId, true);
  await interrupt();

  await resumePerson('person-2');

  expect(await draftsOf('person-2')).toEqual([]);
  expect(await findFormDraft(userId, 'reply')).toEqual(draft);
});

test('deletes unfinished work at a sign-out, even if the server ended the session before', async () => {
  await storeDraft();
  await interrupt();

  endSession();

  await vi.waitFor(() => expect(database.rows('drafts')).toEqual([]));
  expect(await resumePerson(userId)).toBeUndefined();
});

function Board() {
  const query = useQuery<number>({ queryKey: ['board'], enabled: false });
  useStoredResponse(['board'], query);
  return null;
}
test('stores a constantly changing response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <Board />
    </QueryClientProvider>,
  );

  for (let count = 1; count <= 6; count += 1) {
    act(() => client.setQueryData(['board'], count));
    await vi.advanceTimersByTimeAsync(250);
  }
  vi.useRealTimers();

  await vi.waitFor(async () =>
    expect((await findStoredResponse<number>(userId, '["board"]'))?.answer).toBeGreaterThan(0),
  );
});

test('ignores responses that another build of the app stored', async () => {
  await storeResponse(userId, 'board', 1, Date.now());
  const script = Object.assign(document.createElement('script'), { src: '/assets/index-2.js' });
  const build = vi.spyOn(document, 'querySelector').mockReturnValue(script);

  expect(await findStoredResponse(userId, 'board')).toBeUndefined();
  build.mockRestore();
  expect(await findStoredResponse(userId, 'board')).toMatchObject({ answer: 1 });
});
