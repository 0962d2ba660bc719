import { type DueRow, statementRoutes } from '@aisle/contract/finance/statements';
import { Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { locationFilter } from '../../../links/locations/location-filter.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import type { Column } from '../../../ui/list/rows/column.ts';
import { type List, useList } from '../../../ui/list/use-list.ts';
import { DayText, MoneyText } from '../../../ui/values/values.tsx';
import { StatementTabs } from './statement-tabs.tsx';

const AdjustDialog = later(() => import('../record/adjust-dialog.tsx').then((module) => module.AdjustDialog));
const MakeManyDialog = later(() => import('./make-many-dialog.tsx').then((module) => module.MakeManyDialog));

/** Lists identify rows by `_id`. */
type Row = DueRow & { _id: string; name: string };
const asRows = (list: List<DueRow>): List<Row> => ({
  ...list,
  rows: list.rows?.map((row) => ({ ...row, _id: row.locationId, name: row.locationName })),
});

const columns: Column<Row>[] = [
  { key: 'locationName', header: 'Location', cell: ({ locationName }) => locationName, sortable: true },
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
    header: 'Not on a statement yet',
    cell: ({ amount }) => <MoneyText value={amount} />,
    sortable: true,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'estimate',
    header: 'Estimate',
    cell: ({ estimate }) => <MoneyText value={estimate} />,
    align: 'right',
  },
  {
    key: 'periodEnd',
    header: 'By',
    cell: ({ periodEnd }) => <DayText value={periodEnd} />,
  },
  {
    key: 'balance',
    header: 'Balance',
    cell: ({ balance }) => <MoneyText value={balance.total} />,
    align: 'right',
  },
];

/** Locations with unbilled money. */
export function DueList() {
  const list = asRows(useList(statementRoutes.due));
  const [making, setMaking] = useState<{ rows: readonly Row[]; isAll: boolean } | null>(null);
  const [adjusting, setAdjusting] = useState<{ _id: string; name: string } | null>(null);
  return (
    <>
      <ListPage
        title="Statements"
        noun="locations with money due"
        searchLabel="Location"
        list={list}
        columns={columns}
        tabs={<StatementTabs list={list} />}
        filters={[locationFilter]}
        {...(list.total > 0 && {
          primary: {
            label: 'Create all statements…',
            permission: 'statement_generate' as const,
            onClick: () => setMaking({ rows: [], isAll: true }),
          },
        })}
        bulk={[
          {
            label: 'Create statements…',
            permission: 'statement_generate',
            run: async (rows) => {
              setMaking({ rows, isAll: false });
              return false;
            },
          },
        ]}
        rowActions={({ locationId, locationName }) => [
          {
            label: 'Adjust balance…',
            onClick: () => setAdjusting({ _id: locationId, name: locationName }),
          },
        ]}
        link={({ locationId, since }) => ({ to: '/statements/add', search: { locationId, since } })}
        empty="What locations earn appears here until it is on a statement."
      />
      {adjusting && (
        <Suspense>
          <AdjustDialog location={adjusting} onClose={() => setAdjusting(null)} />
        </Suspense>
      )}
      {making && (
        <Suspense>
          <MakeManyDialog {...making} onClose={() => setMaking(null)} />
        </Suspense>
      )}
    </>
  );
}
