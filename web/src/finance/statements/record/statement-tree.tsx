import { formatMoney } from '@aisle/contract/core/money';
import {
  StatementPart,
  type StatementTree,
  type StatementTreeQuery,
  type StatementView,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { Skeleton, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ActionIconLink, ScreenLink } from '../../../ui/record/screen-link.tsx';
import type { TreeNode } from '../../../ui/tree/tree.ts';
import { TreeView } from '../../../ui/tree/tree-view.tsx';
import { partWords } from '../statement-labels.ts';
import classes from '../statements.module.css';
import { totalLabel } from './statement-head.tsx';
import {
  carriedNode,
  dayNode,
  keyOfLevel,
  type Level,
  levelOf,
  orderOf,
  statementNodes,
} from './tree-nodes.ts';

interface StatementTreeTabProps {
  statement: StatementView;
  /** The day that is expanded initially. */
  day: string | undefined;
  /** Limits the tree to the entries of this part. */
  part: string | undefined;
}
/** The statement as a tree, down to the lines and entries of each order. */
export function StatementTreeTab({ statement, day, part: wanted }: StatementTreeTabProps) {
  const { data: part } = StatementPart.safeParse(wanted);
  const tree = useStatementTree({ statement, day, part });
  return (
    <Panel
      title={part ? partWords(part).label : `Breakdown of ${statement.number}`}
      tools={
        part && (
          <ScreenLink to="/statements/$id" params={{ id: statement._id }} search={{ tab: 'tree' }}>
            Show all parts
          </ScreenLink>
        )
      }
    >
      {tree.error && <ErrorState error={tree.error} retry={tree.retry} />}
      {tree.isLoaded ? (
        tree.nodes.length > 0 ? (
          <>
            <TreeView
              label={`Days of ${statement.number}`}
              nodes={tree.nodes}
              hasFilter={false}
              onExpand={tree.open}
              onMore={tree.open}
              initiallyOpen={day ? [dayNode(day)] : []}
              tools={(node) => <OpenRecord node={node} statement={statement} />}
            />
            <p className={`row between m-0 bold ${classes.treeTotal}`}>
              {part ? 'Total' : totalLabel(statement)}
              <span className="tabular"> {formatMoney(tree.total)}</span>
            </p>
          </>
        ) : (
          <Text c="dimmed">Nothing is on this statement.</Text>
        )
      ) : (
        !tree.error && <Skeleton height={240} className="after-a-while" aria-busy="true" />
      )}
    </Panel>
  );
}

interface OpenRecordProps {
  node: TreeNode;
  statement: StatementView;
}
/** Links to the order of a row, or the statement of a carried amount. The space stays empty for other rows, so that amounts align. */
function OpenRecord({ node, statement: { carriedFrom } }: OpenRecordProps) {
  const mayViewOrders = useCan('order_view');
  // Only order rows are branches with an order.
  const orderId = node.isBranch && mayViewOrders ? orderOf(node) : undefined;
  const carriedId = node.id === carriedNode ? carriedFrom?._id : undefined;
  const look = { variant: 'subtle', color: 'gray', size: 28 } as const;
  return (
    <span className={classes.openOrder}>
      {orderId && (
        <ActionIconLink
          to="/orders/view/$id"
          params={{ id: orderId }}
          {...look}
          aria-label={`Open ${node.label}`}
        >
          <IconExternalLink size={16} />
        </ActionIconLink>
      )}
      {carriedId && (
        <ActionIconLink
          to="/statements/$id"
          params={{ id: carriedId }}
          {...look}
          aria-label={`Open ${carriedFrom?.number}`}
        >
          <IconExternalLink size={16} />
        </ActionIconLink>
      )}
    </span>
  );
}

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
  statement: StatementView;
  /** A day that is expanded initially. */
  day: string | undefined;
  /** Limits the tree to this part. */
  part: StatementPart | undefined;
}

/** The tree of a statement; each level loads when it's expanded. */
function useStatementTree({ statement, day, part }: StatementTreeOptions) {
  const { _id: id } = statement;
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
    return statementNodes((level) => byKey.get(keyOfLevel(level)), statement);
  }, [wanted, tree.answers, statement]);
  const open = useCallback((node: TreeNode) => {
    const level = levelOf(node);
    if (!level) return;
    const key = keyOfLevel(level);
    setWanted((now) => (now.some((one) => keyOfLevel(one) === key) ? now : [...now, level]));
  }, []);
  const [days] = tree.answers;
  const { error, retry } = tree;
  return { nodes, total: days?.total ?? 0, open, isLoaded: days !== undefined, error, retry };
}
