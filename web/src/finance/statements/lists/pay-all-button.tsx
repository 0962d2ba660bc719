import type { Statement, StatementPage } from '@aisle/contract/finance/statements';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { totalText } from '../../../ui/list/filters/range-text.ts';
import type { List } from '../../../ui/list/use-list.ts';

const PayManyDialog = later(() =>
  import('../../payouts/pay-many-dialog.tsx').then((module) => module.PayManyDialog),
);

/** Pays all open statements in the list. */
export function PayAllButton({ list }: { list: List<Statement, StatementPage['filters']> }) {
  const mayPay = useCan('statement_payment');
  const [isAsking, setAsking] = useState(false);
  if (!mayPay || list.total === 0) return null;
  const { search, filters } = list.body;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Pay all {totalText(list)}…
      </Button>
      {isAsking && (
        <Suspense>
          <PayManyDialog
            choice={{ filters: { ...filters, ...(search && { search }) } }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
