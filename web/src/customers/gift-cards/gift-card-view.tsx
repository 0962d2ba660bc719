import { formatMoney } from '@aisle/contract/core/money';
import {
  type GiftCard,
  type GiftCardEntry,
  type GiftCardStatus,
  giftCardEntryLabels,
  giftCardFlow,
  giftCardKindLabels,
  giftCardPaymentLabels,
  giftCardRoutes,
} from '@aisle/contract/customers/gift-cards';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import { DeliveryActions, DeliveryPanel } from './delivery.tsx';
import { GiftCardStatusBadge } from './gift-card-status.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { type GiftCardAction, StepDialog, stepLabels } from './step-dialog.tsx';

const back = { to: '/gift-cards', label: 'Gift cards' } as const;

export function GiftCardScreen() {
  const { id } = useParams({ from: '/shell/gift-cards/view/$id' });
  const query = useQuery({ ...read(giftCardRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(found) => <GiftCardRecord {...found} />}
    </Loaded>
  );
}

const actionsOf: Partial<Record<GiftCardStatus, GiftCardAction>> = {
  frozen: 'freeze',
  active: 'reactivate',
  voided: 'void',
};

function GiftCardRecord({ giftCard, entries }: { giftCard: GiftCard; entries: GiftCardEntry[] }) {
  const [action, setAction] = useState<GiftCardAction | 'replace' | null>(null);
  const close = () => setAction(null);
  const mayEdit = useCan('gift_card_edit');
  const { number, status, kind, amount, balance, held, payment } = giftCard;
  const next: readonly GiftCardStatus[] = giftCardFlow[status];
  const actions = next.flatMap((step) => actionsOf[step] ?? []);
  return (
    <RecordPage
      title={number}
      history={<HistoryButton resource="giftCards" id={giftCard._id} name={number} />}
      badge={<GiftCardStatusBadge status={status} />}
      back={back}
      actions={
        <>
          <DeliveryActions giftCard={giftCard} />
          {mayEdit && actions.length > 0 && (
            <Button variant="default" onClick={() => setAction('replace')}>
              Replace code
            </Button>
          )}
        </>
      }
      menu={
        mayEdit
          ? actions.map((one) => ({
              label: `${stepLabels[one]}…`,
              danger: one === 'void',
              onClick: () => setAction(one),
            }))
          : []
      }
      side={
        <>
          <DeliveryPanel giftCard={giftCard} />
          <Panel title="Card">
            <Facts
              facts={[
                ['Kind', giftCardKindLabels[kind]],
                ['Code', `Ends in ${giftCard.last4}`],
                [
                  'Paid by',
                  payment &&
                    [giftCardPaymentLabels[payment.method], payment.reference].filter(Boolean).join(' · '),
                ],
                ['Expires', giftCard.expiresOn ? <DayText key="end" value={giftCard.expiresOn} /> : 'Never'],
                ['Issued', <DateText key="at" value={giftCard.createdAt} withTime />],
                ['By', giftCard.createdBy],
              ]}
            />
          </Panel>
        </>
      }
    >
      <Panel title="Balance">
        <div className="flex wrap gap-3 gap-x-12">
          <MetricValue label="Balance" value={formatMoney(balance)} />
          {held > 0 && <MetricValue label="Held by open orders" value={formatMoney(held)} />}
          <MetricValue label="Issued with" value={formatMoney(amount)} />
        </div>
      </Panel>
      <Panel title="History">
        <DataTable
          label="Changes of the balance"
          columns={columns}
          rows={entries}
          rowKey={({ _id }) => _id}
          empty="No changes."
          isWide
        />
      </Panel>
      {action === 'replace' && <ReplaceDialog giftCard={giftCard} onClose={close} />}
      {action && action !== 'replace' && <StepDialog giftCard={giftCard} action={action} onClose={close} />}
    </RecordPage>
  );
}

const columns: DataColumn<GiftCardEntry>[] = [
  {
    header: 'Date',
    cell: ({ at }) => <DateText value={at} withTime />,
    isRowHeader: true,
    className: 'tabular nowrap',
  },
  {
    header: 'Change',
    cell: ({ kind, reason }) => (
      <>
        {giftCardEntryLabels[kind]}
        {reason && <small className="block text-xs secondary break-anywhere">{reason}</small>}
      </>
    ),
  },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), align: 'right' },
  { header: 'Before', cell: ({ balanceBefore }) => formatMoney(balanceBefore), align: 'right' },
  { header: 'After', cell: ({ balanceAfter }) => formatMoney(balanceAfter), align: 'right' },
  {
    header: 'Customer',
    cell: ({ customer }) => (customer ? <CustomerLink id={customer._id} name={customer.name} /> : '–'),
  },
  {
    header: 'Order',
    cell: ({ order }) => (order ? <OrderLink id={order._id} number={order.number} /> : '–'),
  },
  { header: 'By', cell: ({ by }) => by },
];
