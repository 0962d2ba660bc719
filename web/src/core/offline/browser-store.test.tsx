import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { kim } from '../../../test/records.ts';
import { endSession, startSession } from '../session/session.ts';
import { deletePersonData, findFormDraft, findStoredResponse, storeFormDraft } from './browser-store.ts';
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
  return {
    removed,
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
