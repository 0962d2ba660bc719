import { formatCount } from '@aisle/contract/core/pluralize';
import { maxPaidAtOnce } from '@aisle/contract/finance/payouts';
import { type Statement, type StatementPage, statementRoutes } from '@aisle/contract/finance/statements';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { call } from '../../../core/api.ts';
import { messageOf } from '../../../core/api-error.ts';
import { notifyError } from '../../../core/notice.tsx';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { totalText } from '../../../ui/list/filters/range-text.ts';
import type { List } from '../../../ui/list/use-list.ts';

const PayManyDialog = later(() =>
  import('../../payouts/pay-many-dialog.tsx').then((module) => module.PayManyDialog),
);
const pageSize = 100;

/** Loads all open statements in the list, page by page, so that exactly these are totaled and paid. */
async function gather({ search, filters }: List<Statement>['body']): Promise<Statement[]> {
  const found = new Map<string, Statement>();
  for (let page = 1; found.size < maxPaidAtOnce; page += 1) {
    const body = { page, limit: pageSize, filters, ...(search && { search }) } as StatementPage;
    const { records } = await call(statementRoutes.list, { body });
    for (const statement of records) found.set(statement._id, statement);
    if (records.length < pageSize) break;
  }
  return [...found.values()];
}

/** Pays all open statements in the list. */
export function PayAllButton({ list }: { list: List<Statement> }) {
  const mayPay = useCan('statement_payment');
  const [statements, setStatements] = useState<Statement[] | null>(null);
  const [isGathering, setGathering] = useState(false);
  if (!mayPay || list.total === 0) return null;
  async function ask(): Promise<void> {
    setGathering(true);
    try {
      setStatements(await gather(list.body));
    } catch (error) {
      notifyError(messageOf(error));
    } finally {
      setGathering(false);
    }
  }
  const isMore = list.total > maxPaidAtOnce;
  return (
    <>
      <Button variant="default" loading={isGathering} onClick={() => void ask()}>
        {isMore ? `Pay the first ${formatCount(maxPaidAtOnce)}…` : `Pay all ${totalText(list)}…`}
      </Button>
      {statements && (
        <Suspense>
          <PayManyDialog statements={statements} onClose={() => setStatements(null)} />
        </Suspense>
      )}
    </>
  );
}
