import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type GiftCard,
  giftCardKindLabels,
  giftCardKinds,
  giftCardRoutes,
  giftCardStatuses,
  giftCardStatusLabels,
} from '@aisle/contract/customers/gift-cards';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';
import { customerFilter } from '../../links/customers/customer-filter.ts';
import { choice, type FiltersOf, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText, DayText, MoneyText } from '../../ui/values/values.tsx';
import { GiftCardStatusBadge } from './gift-card-status.tsx';

const NewGiftCard = later(() => import('./new-gift-card.tsx').then((module) => module.NewGiftCard));

const IssueMany = later(() => import('./issue-many.tsx').then((module) => module.IssueMany));

const filters: FiltersOf<typeof giftCardRoutes.list> = [
  choice(
    'status',
    'Status',
    giftCardStatuses.map((value) => ({ value, label: giftCardStatusLabels[value] })),
  ),
  choice(
    'kind',
    'Kind',
    giftCardKinds.map((value) => ({ value, label: giftCardKindLabels[value] })),
  ),
  customerFilter,
  yesNo('outstandingOnly', 'Balance', 'With a balance', 'Any'),
  yesNo('undeliveredOnly', 'Code', 'Not delivered yet', 'Any'),
];
const columns: Column<GiftCard>[] = [
  { key: 'number', header: 'Number', cell: ({ number }) => number, sortable: true },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => giftCardKindLabels[kind], card: 'detail' },
  { key: 'recipient', header: 'Recipient', cell: ({ recipient }) => recipient?.name ?? '–', card: 'detail' },
  { key: 'last4', header: 'Code', cell: ({ last4 }) => `…${last4}` },
  { key: 'amount', header: 'Amount', cell: ({ amount }) => <MoneyText value={amount} />, align: 'right' },
  {
    key: 'balance',
    header: 'Balance',
    cell: ({ balance }) => <MoneyText value={balance} />,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'expiresOn',
    header: 'Expires',
    cell: ({ expiresOn }) => (expiresOn ? <DayText value={expiresOn} /> : 'Never'),
  },
  {
    key: 'createdAt',
    header: 'Issued',
    cell: ({ createdAt }) => <DateText value={createdAt} />,
    sortable: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <GiftCardStatusBadge status={status} />,
    card: 'state',
  },
];

export function GiftCardList() {
  const list = useList(giftCardRoutes.list);
  const { search, filters: chosen } = list.body;
  const { data } = useQuery({
    ...read(giftCardRoutes.list, { body: { search, filters: chosen, limit: 1 } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const kind = chosen.kind === 'promotional' ? 'promotional' : 'sold';
  const mayAdd = useCan('gift_card_add');
  const [dialog, setDialog] = useState<'one' | 'many' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <ListPage
        title="Gift cards"
        noun="gift cards"
        searchLabel="Number, last four characters or recipient"
        list={list}
        columns={columns}
        filters={filters}
        tabs={<Outstanding title={`Outstanding on ${kind} cards`} ages={data?.outstanding ?? []} />}
        primary={{ label: 'New gift card', permission: 'gift_card_add', onClick: () => setDialog('one') }}
        actions={
          mayAdd && (
            <Button variant="default" onClick={() => setDialog('many')}>
              Issue many
            </Button>
          )
        }
        link={({ _id }) => ({ to: '/gift-cards/view/$id', params: { id: _id } })}
        empty="Issue a card that someone bought, or give one away. Its code is shown once."
      />
      <Suspense>
        {dialog === 'one' && <NewGiftCard onClose={close} />}
        {dialog === 'many' && <IssueMany onClose={close} />}
      </Suspense>
    </>
  );
}

interface OutstandingProps {
  title: string;
  ages: readonly { label: string; cards: number; balance: number }[];
}
/** The balances of the cards in the list, by age. Accountants estimate unused cards from them. */
function Outstanding({ title, ages }: OutstandingProps) {
  if (ages.every(({ cards }) => cards === 0)) return null;
  return (
    <Panel title={title}>
      <div className="flex wrap gap-3 gap-x-12">
        {ages.map(({ label, cards, balance }) => (
          <MetricValue
            key={label}
            label={`${label} · ${pluralize(cards, 'card')}`}
            value={formatMoney(balance)}
          />
        ))}
      </div>
    </Panel>
  );
}
