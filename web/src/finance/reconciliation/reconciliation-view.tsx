import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  bankStatusLabels,
  type Reconciliation,
  type ReconciliationRow,
  type ReconciliationView,
  reconciliationFigureLabels,
  reconciliationFigures,
  reconciliationRoutes,
  transactionKindLabels,
} from '@aisle/contract/finance/reconciliation';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import { Proposal, ReconciliationBadge } from './reconciliation-labels.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

const back = { to: '/reconciliation', label: 'Reconciliation' } as const;

export function ReconciliationScreen() {
  const { id } = useParams({ from: '/shell/reconciliation/view/$id' });
  const query = useQuery({
    ...read(reconciliationRoutes.view, { params: { id }, query: { unmatched: true, limit: 100 } }),
    meta: { quiet: true },
  });
  return (
    <Loaded query={query} back={back}>
      {(record) => <ReconciliationRecord record={record} />}
    </Loaded>
  );
}

function ReconciliationRecord({ record }: { record: ReconciliationView }) {
  const { _id, payoutId, status, amount, version } = record;
  const canEdit = useCan('reconciliation_edit');
  const close = useWrite(reconciliationRoutes.close);
  const rowsPage = { to: '/reconciliation/rows/$id', params: { id: _id } } as const;
  return (
    <RecordPage
      title={payoutId}
      history={<HistoryButton resource="reconciliation" id={_id} name={payoutId} />}
      badge={<ReconciliationBadge status={status} />}
      back={back}
      actions={
        canEdit &&
        status === 'matched' && (
          <Button
            loading={close.isPending}
            onClick={() => close.mutate({ params: { id: _id }, body: { version } })}
          >
            Close reconciliation
          </Button>
        )
      }
      side={<PayoutFacts record={record} />}
    >
      <StateAlert record={record} />
      <Panel
        title="Amount"
        tools={<ScreenLink {...rowsPage}>{pluralize(record.rowCount, 'row')}</ScreenLink>}
      >
        <div className="flex wrap gap-3 gap-x-12">
          <MetricValue label="Paid to the bank" value={formatMoney(amount)} />
          {reconciliationFigures.map((figure) => (
            <MetricValue
              key={figure}
              label={reconciliationFigureLabels[figure]}
              value={formatMoney(record[figure])}
              {...rowsPage}
              search={{ figure }}
            />
          ))}
        </div>
      </Panel>
      {record.unmatched > 0 && <Unmatched record={record} canEdit={canEdit} />}
    </RecordPage>
  );
}

function PayoutFacts({ record }: { record: Reconciliation }) {
  const { arrivesOn, bankStatus, isAutomatic, closedAt, closedBy } = record;
  return (
    <Panel title="Payout">
      <Facts
        facts={[
          ['Arrives', <DayText key="arrives" value={arrivesOn} />],
          ['Bank', bankStatusLabels[bankStatus]],
          ['Schedule', isAutomatic ? 'Automatic' : 'Manual'],
          ['Closed', closedAt && <DateText key="closed" value={closedAt} withTime />],
          ['Closed by', closedBy],
        ]}
      />
    </Panel>
  );
}

function StateAlert({ record: { isAutomatic, isComplete, unmatched, status } }: { record: Reconciliation }) {
  if (!isAutomatic) {
    return (
      <Alert title="Paid out by hand">
        The card provider names the contents of automatic payouts only, so this one has no rows. Switch the
        provider to an automatic schedule to reconcile each payment.
      </Alert>
    );
  }
  if (isComplete && unmatched === 0 && status === 'open') {
    return (
      <Alert color="red" title="The rows don't add up to the amount">
        The next reading of the card provider corrects this. If it doesn't, compare the payout there.
      </Alert>
    );
  }
  if (isComplete) return null;
  return (
    <Alert title="The contents aren't known yet">
      The card provider names them some hours after the payout arrives. They appear here by themselves.
    </Alert>
  );
}

function Unmatched({ record, canEdit }: { record: ReconciliationView; canEdit: boolean }) {
  const [resolving, setResolving] = useState<ReconciliationRow | null>(null);
  const { rows, totalRows } = record;
  return (
    <Panel title={`Unmatched (${totalRows})`}>
      <ul className="plain-list column gap-4" aria-label="Unmatched rows">
        {rows.map((row) => (
          <li key={row._id} className="row wrap gap-3">
            <div className="min-w-0">
              <div>
                {transactionKindLabels[row.kind]} · {formatMoney(row.amount)}
                {row.fee !== 0 && `, fee ${formatMoney(row.fee)}`}
              </div>
              <div className="text-sm secondary break-anywhere">
                {row.description ?? row.category} · {row.transactionId} ·{' '}
                <DateText value={row.occurredAt} withTime />
              </div>
              <div className="text-sm">
                <Proposal proposal={row.proposal} />
              </div>
            </div>
            {canEdit && record.status !== 'closed' && (
              <span className="ml-auto">
                <Button
                  variant="default"
                  onClick={() => setResolving(row)}
                  aria-label={`Resolve ${row.transactionId}`}
                >
                  Resolve
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {totalRows > rows.length && (
        <p className="secondary">{pluralize(totalRows - rows.length, 'more row')}. Resolve these first.</p>
      )}
      {resolving && <ResolveDialog row={resolving} onClose={() => setResolving(null)} />}
    </Panel>
  );
}
