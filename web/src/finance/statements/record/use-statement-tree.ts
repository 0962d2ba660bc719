import {
  type StatementPart,
  type StatementTree,
  type StatementTreeQuery,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { read } from '../../../core/api.ts';
import type { TreeNode } from '../../../ui/tree/tree.ts';
import { keyOfLevel, type Level, levelOf, statementNodes } from './tree-nodes.ts';

type Results = UseQueryResult<StatementTree>[];
const combine = (results: Results) => ({
  answers: results.map(({ data }) => data),
  error: results.find(({ error }) => error)?.error ?? null,
  retry: () => results.filter(({ error }) => error).forEach((result) => void result.refetch()),
});

function queryOf(level: Level, part: StatementPart | undefined): Partial<StatementTreeQuery> {
  const ofPart = part && { part };
  if (level.kind === 'days') return { ...ofPart };
  if (level.kind === 'orders') return { day: level.day, page: level.page, ...ofPart };
  return { day: level.day, orderId: level.orderId, ...ofPart };
}

interface StatementTreeOptions {
  statement: { _id: string; timeZone: string };
  /** A day that is open from the start. */
  day: string | undefined;
  /** Only what makes up this part. */
  part: StatementPart | undefined;
}

/** The tree of a statement, loaded level by level as it is opened. */
export function useStatementTree({ statement, day, part }: StatementTreeOptions) {
  const { _id: id, timeZone } = statement;
  const [wanted, setWanted] = useState<readonly Level[]>(() => [
    { kind: 'days' },
    ...(day ? [{ kind: 'orders', day, page: 1 } as const] : []),
  ]);
  const tree = useQueries({
    queries: wanted.map((level) => ({
      ...read(statementRoutes.tree, { params: { id }, query: queryOf(level, part) }),
      meta: { quiet: true },
    })),
    combine,
  });
  const nodes = useMemo(() => {
    const byKey = new Map(wanted.map((level, at) => [keyOfLevel(level), tree.answers[at]]));
    return statementNodes((level) => byKey.get(keyOfLevel(level)), timeZone);
  }, [wanted, tree.answers, timeZone]);
  const open = useCallback((node: TreeNode) => {
    const level = levelOf(node);
    if (!level) return;
    const key = keyOfLevel(level);
    setWanted((now) => (now.some((one) => keyOfLevel(one) === key) ? now : [...now, level]));
  }, []);
  return { nodes, open, isLoaded: tree.answers[0] !== undefined, error: tree.error, retry: tree.retry };
}
