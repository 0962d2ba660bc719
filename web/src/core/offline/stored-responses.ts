import { useThrottledCallback } from '@mantine/hooks';
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getSession } from '../session/session.ts';
import { findStoredResponse, storeResponse } from './browser-store.ts';
import { loadQueued } from './write-queue.ts';

/** The minimum interval between writes, so that a constantly changing board is still stored. */
const everyMs = 1000;

/** Stores the last response of a query, encrypted in the browser until the user signs out. */
export async function storeLastResponse(key: QueryKey, answer: unknown, at = Date.now()): Promise<void> {
  // Ensures that stored user data is deleted when the session ends.
  await loadQueued();
  const userId = getSession()?.userId;
  // Private windows can reject storage: the response then lives as long as the page.
  if (userId) await storeResponse(userId, JSON.stringify(key), answer, at).catch(() => undefined);
}

/** Shows the last response, even from an earlier page, while the server is unreachable. */
export function useStoredResponse<Answer>(key: QueryKey, query: UseQueryResult<Answer>): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt, isPlaceholderData, failureCount, errorUpdateCount } = query;
  const isUnanswered = (data === undefined || isPlaceholderData) && failureCount + errorUpdateCount > 0;
  const name = JSON.stringify(key);
  const keep = useThrottledCallback(
    (of: string, answer: Answer, at: number) => void storeLastResponse(JSON.parse(of), answer, at),
    everyMs,
  );
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) keep(name, data, dataUpdatedAt);
  }, [keep, name, data, dataUpdatedAt, isPlaceholderData]);
  useEffect(() => {
    const userId = getSession()?.userId;
    if (!isUnanswered || !userId) return;
    const queryKey = JSON.parse(name) as QueryKey;
    void findStoredResponse<Answer>(userId, name)
      .catch(() => undefined)
      .then((kept) => {
        if (!kept || client.getQueryData(queryKey) !== undefined) return;
        client.setQueryData<unknown>(queryKey, kept.answer, { updatedAt: kept.at });
      });
  }, [client, name, isUnanswered]);
}
