import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findAnswer, keepAnswer } from './held-store.ts';
import { loadHeld } from './held-writes.ts';
import { getSession } from './session.ts';

const settlesMs = 1000;

/** What the server said last to this, kept encrypted in the browser until the person signs out. */
export async function keepLastAnswer(key: QueryKey, answer: unknown, at = Date.now()): Promise<void> {
  // Whoever is known there is forgotten at the end of their session.
  await loadHeld();
  const userId = getSession()?.userId;
  // A private window may refuse: it is then kept as long as the page.
  if (userId) await keepAnswer(userId, JSON.stringify(key), answer, at).catch(() => undefined);
}

/** Shows what the server said last, from an earlier page too, as long as it cannot be reached. */
export function useLastAnswer<Answer>(key: QueryKey, query: UseQueryResult<Answer>): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt, isPlaceholderData, failureCount, errorUpdateCount } = query;
  const isUnanswered = (data === undefined || isPlaceholderData) && failureCount + errorUpdateCount > 0;
  const name = JSON.stringify(key);
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    const timer = setTimeout(() => void keepLastAnswer(JSON.parse(name), data, dataUpdatedAt), settlesMs);
    return () => clearTimeout(timer);
  }, [name, data, dataUpdatedAt, isPlaceholderData]);
  useEffect(() => {
    const userId = getSession()?.userId;
    if (!isUnanswered || !userId) return;
    const queryKey = JSON.parse(name) as QueryKey;
    void findAnswer<Answer>(userId, name)
      .catch(() => undefined)
      .then((kept) => {
        if (!kept || client.getQueryData(queryKey) !== undefined) return;
        client.setQueryData(queryKey, kept.answer as never, { updatedAt: kept.at });
      });
  }, [client, name, isUnanswered]);
}
