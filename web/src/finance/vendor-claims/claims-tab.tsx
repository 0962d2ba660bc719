import type { Ref } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { totalOf } from '@aisle/contract/core/page';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type VendorClaim, vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { PeriodText } from '../../links/overview/period.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Gate } from '../../ui/gate.tsx';
import { RecordLink } from '../../ui/record/record-link.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DayText } from '../../ui/values/values.tsx';
import { CreateClaimDialog } from './create-claim-dialog.tsx';
import { VendorClaimStatusBadge } from './vendor-claim-status.tsx';

const shownAtOnce = 24;
const columns: DataColumn<VendorClaim>[] = [
  {
    header: 'Claim',
    cell: ({ _id, number }) => (
      <RecordLink to="/vendor-claims/$id" params={{ id: _id }} permission="vendor_claim_list">
        {number}
      </RecordLink>
    ),
    isRowHeader: true,
    className: 'tabular nowrap',
  },
  { header: 'Status', cell: ({ status }) => <VendorClaimStatusBadge status={status} /> },
  { header: 'Period', cell: (claim) => <PeriodText period={claim} /> },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), align: 'right' },
  { header: 'Paid on', cell: ({ payment }) => <DayText value={payment?.paidOn} /> },
];

/** The unclaimed amount of a vendor, and its claims. */
export function ClaimsTab({ vendor }: { vendor: Ref }) {
  return (
    <>
      <NotClaimed vendor={vendor} />
      <Claims vendorId={vendor._id} />
    </>
  );
}

function NotClaimed({ vendor }: { vendor: Ref }) {
  const [isCreating, setCreating] = useState(false);
  const query = useQuery({
    ...read(vendorClaimRoutes.preview, { body: { vendorId: vendor._id } }),
    meta: { quiet: true },
  });
  const { data } = query;
  return (
    <Panel
      title="Not claimed"
      tools={
        data &&
        data.amount > 0 && (
          <Gate permission="vendor_claim_edit">
            <Button size="xs" onClick={() => setCreating(true)}>
              Create claim…
            </Button>
          </Gate>
        )
      }
    >
      {query.error && !data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton height={64} className="after-a-while" />
      ) : data.from === null ? (
        <p className="m-0 secondary">Nothing to claim. The vendor's part of promotions appears here.</p>
      ) : (
        <>
          <MetricValue label="Owed for promotions" value={formatMoney(data.amount)} />
          <p className="m-0 mt-2 text-sm secondary">
            Since <DayText value={data.from} />, in {pluralize(data.orders, 'order')}
            {data.amount <= 0 && '. Refunds reduce the next claim'}
          </p>
        </>
      )}
      {isCreating && <CreateClaimDialog vendor={vendor} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function Claims({ vendorId }: { vendorId: string }) {
  const query = useQuery({
    ...read(vendorClaimRoutes.list, { body: { limit: shownAtOnce, filters: { vendorId } } }),
    meta: { quiet: true },
  });
  const { data } = query;
  const total = data ? totalOf(data) : 0;
  return (
    <Panel title="Claims">
      {query.error && !data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : data ? (
        <DataTable
          label="Claims against this vendor"
          columns={columns}
          rows={data.records}
          rowKey={({ _id }) => _id}
          empty="No claims yet. A claim adds up what the vendor owes for its part of promotions."
          isWide
        />
      ) : (
        <Skeleton height={160} className="after-a-while" />
      )}
      {total > shownAtOnce && (
        <p className="m-0 mt-3 text-sm secondary">
          <ScreenLink to="/vendor-claims" search={{ vendorId }}>
            All {total} claims
          </ScreenLink>
        </p>
      )}
    </Panel>
  );
}
