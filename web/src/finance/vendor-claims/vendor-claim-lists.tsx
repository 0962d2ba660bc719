import type { Ref } from '@aisle/contract/core/fields';
import {
  type VendorClaim,
  type VendorDueRow,
  vendorClaimFilters,
  vendorClaimRoutes,
  vendorClaimStatusLabels,
  vendorClaimTabs,
} from '@aisle/contract/finance/vendor-claims';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { useCan } from '../../core/session/session.ts';
import { vendorFilter } from '../../links/catalog/vendor-filter.ts';
import { PeriodText } from '../../links/overview/period.tsx';
import { days } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { type List, useList } from '../../ui/list/use-list.ts';
import { DateText, DayText, MoneyText } from '../../ui/values/values.tsx';
import { VendorClaimStatusBadge } from './vendor-claim-status.tsx';

const CreateClaimDialog = later(() =>
  import('./create-claim-dialog.tsx').then((module) => module.CreateClaimDialog),
);

type Tab = (typeof vendorClaimTabs)[number];
const tabLabels: Record<Tab, string> = { all: 'All', due: 'Not claimed', ...vendorClaimStatusLabels };
const nouns: Record<Exclude<Tab, 'due'>, string> = {
  all: 'claims',
  open: 'open claims',
  settled: 'settled claims',
};
const tabFor = (wanted: unknown): Tab => vendorClaimTabs.find((tab) => tab === wanted) ?? 'all';

/** Claims by status, and amounts that are on no claim yet. */
export function VendorClaimLists() {
  const tab = tabFor(useScreenSearch().tab);
  return tab === 'due' ? <DueList /> : <ClaimList key={tab} tab={tab} />;
}

/** Switching tabs drops the sort order and filters that the next list may not have. */
function Tabs({ list }: { list: List<unknown> }) {
  const current = tabFor(list.search.tab);
  const to = (tab: Tab) =>
    list.change({
      tab: tab === 'all' ? undefined : tab,
      sort: undefined,
      columns: undefined,
      ...(tab === 'due' && { vendorId: undefined, from: undefined, to: undefined }),
    });
  return (
    <ListTabs
      label="Claims by status"
      tabs={vendorClaimTabs.map((key) => ({
        key,
        label: tabLabels[key],
        isOn: key === current,
        onClick: () => to(key),
      }))}
    />
  );
}

const columns: Column<VendorClaim>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: ({ number }) => <span className="tabular">{number}</span>,
    sortable: true,
    width: 96,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <VendorClaimStatusBadge status={status} />,
    card: 'state',
  },
  {
    key: 'vendorName',
    header: 'Vendor',
    cell: ({ vendor }) => vendor.name,
    sortable: true,
    card: 'detail',
  },
  {
    key: 'to',
    header: 'Period',
    cell: (claim) => <PeriodText period={claim} />,
    sortable: true,
    card: 'detail',
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount }) => <MoneyText value={amount} />,
    sortable: true,
    align: 'right',
    card: 'figure',
  },
  { key: 'paidOn', header: 'Paid on', cell: ({ payment }) => <DayText value={payment?.paidOn} /> },
  {
    key: 'createdAt',
    header: 'Created',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime isShort />,
    sortable: true,
  },
];

function ClaimList({ tab }: { tab: Exclude<Tab, 'due'> }) {
  const list = useList(vendorClaimRoutes.list, vendorClaimFilters(tab) ?? {});
  return (
    <ListPage
      title="Vendor claims"
      noun={nouns[tab]}
      searchLabel="Number or vendor"
      list={list}
      columns={columns}
      filters={[vendorFilter, days('Period ends')]}
      tabs={<Tabs list={list} />}
      tabFilter="status"
      link={({ _id }) => ({ to: '/vendor-claims/$id', params: { id: _id } })}
      empty="A claim adds up what a vendor owes for its part of promotions. Create one under Not claimed or on the page of a vendor."
    />
  );
}

/** Lists identify rows by `_id`. */
type DueRow = VendorDueRow & { _id: string };
const asRows = (list: List<VendorDueRow>): List<DueRow> => ({
  ...list,
  rows: list.rows?.map((row) => ({ ...row, _id: row.vendorId })),
});
const dueColumns: Column<DueRow>[] = [
  { key: 'vendorName', header: 'Vendor', cell: ({ vendorName }) => vendorName, sortable: true },
  {
    key: 'since',
    header: 'Since',
    cell: ({ since }) => (
      <>
        <span className="on-card">Since </span>
        <DayText value={since} />
      </>
    ),
    sortable: true,
    card: 'detail',
  },
  {
    key: 'amount',
    header: 'Not claimed',
    cell: ({ amount }) => <MoneyText value={amount} />,
    sortable: true,
    align: 'right',
    card: 'figure',
  },
];

/** Vendors that owe amounts on no claim yet. */
function DueList() {
  const list = asRows(useList(vendorClaimRoutes.due));
  const mayCreate = useCan('vendor_claim_edit');
  const [claimed, setClaimed] = useState<Ref | null>(null);
  return (
    <>
      <ListPage
        title="Vendor claims"
        noun="unclaimed amounts"
        searchLabel="Vendor"
        list={list}
        columns={dueColumns}
        tabs={<Tabs list={list} />}
        link={({ vendorId }) => ({
          to: '/vendors/view/$id',
          params: { id: vendorId },
          search: { tab: 'claims' },
        })}
        {...(mayCreate && {
          rowActions: ({ vendorId, vendorName }: DueRow) => [
            { label: 'Create claim…', onClick: () => setClaimed({ _id: vendorId, name: vendorName }) },
          ],
        })}
        empty="What vendors owe for their part of promotions appears here until it is on a claim."
        emptyTitle={list.narrowing > 0 ? undefined : 'Nothing to claim'}
      />
      {claimed && (
        <Suspense>
          <CreateClaimDialog vendor={claimed} onClose={() => setClaimed(null)} />
        </Suspense>
      )}
    </>
  );
}
