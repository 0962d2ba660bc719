import { formatMoney } from '@aisle/contract/core/money';
import { payoutRoutes, type StatementPayment } from '@aisle/contract/finance/payouts';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { StatementLink } from '../../links/finance/statement-link.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { payoutText } from './payout-labels.ts';
import classes from './payouts.module.css';

const titles: Record<StatementPayment['kind'], string> = {
  payout: 'Paid',
  void: 'Payout voided',
  carried: 'Carried',
};

/** The payments, voids and carryovers of a statement, the latest last. */
export function PaymentsPanel({ statementId, timeZone }: { statementId: string; timeZone: string }) {
  const query = useQuery({
    ...read(payoutRoutes.payments, { params: { id: statementId } }),
    meta: { quiet: true },
  });
  return (
    <Panel title="Payments">
      {query.error && !query.data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton height={48} className="after-a-while" />
      ) : query.data.records.length === 0 ? (
        <Text c="dimmed">Nothing paid yet.</Text>
      ) : (
        <ol className={`plain-list column gap-3 ${classes.payments}`}>
          {query.data.records.map((payment) => (
            <Payment key={`${payment.kind} ${payment.at}`} payment={payment} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Payment({ payment, timeZone }: { payment: StatementPayment; timeZone: string }) {
  const { kind, amount, payout, reason, statement, by, at } = payment;
  return (
    <li>
      <span className="flex between gap-2">
        <strong>{titles[kind]}</strong>
        <strong className="tabular">{formatMoney(amount)}</strong>
      </span>
      {payout && <span>{payoutText(payout)}</span>}
      {reason && <span>“{reason}”</span>}
      {kind === 'carried' && (
        <span>{statement ? <Into {...statement} /> : 'Taken into the next statement of this location'}</span>
      )}
      <span className="text-xs secondary">
        {by && `${by}, `}
        <DateText value={at} withTime timeZone={timeZone} isWithin={Boolean(by)} />
      </span>
    </li>
  );
}

const Into = ({ _id, number }: { _id: string; number: string }) => (
  <>
    Into <StatementLink id={_id} number={number} />
  </>
);
