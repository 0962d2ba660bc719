import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type VendorClaimView, vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import { Button, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { openInTab } from '../../core/open-in-tab.ts';
import { later } from '../../core/pages/lazy.ts';
import { PeriodText } from '../../links/overview/period.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Gate } from '../../ui/gate.tsx';
import { RecordLink } from '../../ui/record/record-link.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { methodLabel } from '../payouts/payout-labels.ts';
import { ClaimLines } from './claim-lines.tsx';
import { ClaimedPromotions } from './claimed-promotions.tsx';
import { VendorClaimStatusBadge } from './vendor-claim-status.tsx';

const SettleDialog = later(() => import('./settle-dialog.tsx').then((module) => module.SettleDialog));

const back = { to: '/vendor-claims', label: 'Vendor claims' } as const;

export function VendorClaimScreen() {
  const { id } = useParams({ from: '/shell/vendor-claims/$id' });
  const query = useQuery({ ...read(vendorClaimRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(claim) => <ClaimPage key={claim._id} claim={claim} />}
    </Loaded>
  );
}

function ClaimPage({ claim }: { claim: VendorClaimView }) {
  const { _id: id, number, vendor, status, amount, orders, promotions } = claim;
  const [isPaying, setPaying] = useState(false);
  const writing = useWrite(vendorClaimRoutes.pdf);
  return (
    <>
      <RecordPage
        title={number}
        history={<HistoryButton resource="vendorClaims" id={id} name={number} />}
        badge={
          <>
            <VendorClaimStatusBadge status={status} />
            <span className="bold tabular">{formatMoney(amount)}</span>
          </>
        }
        back={back}
        summary={[
          [
            'Vendor',
            <RecordLink
              key="vendor"
              to="/vendors/view/$id"
              params={{ id: vendor._id }}
              search={{ tab: 'claims' }}
              permission="vendor_view"
            >
              {vendor.name}
            </RecordLink>,
          ],
          ['Period', <PeriodText key="period" period={claim} />],
          ['Orders', pluralize(orders, 'order')],
        ]}
        primary={
          status === 'open' && (
            <Gate permission="vendor_claim_edit">
              <Button onClick={() => setPaying(true)}>Record payment…</Button>
            </Gate>
          )
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={16} />}
            loading={writing.isPending}
            onClick={() => void openInTab(writing.mutateAsync({ params: { id } }))}
          >
            PDF
          </Button>
        }
        side={<Side claim={claim} />}
      >
        <Panel title="Promotions">
          <ClaimedPromotions promotions={promotions} amount={amount} />
        </Panel>
        <ClaimLines claim={claim} />
      </RecordPage>
      {isPaying && (
        <Suspense>
          <SettleDialog claim={claim} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The payment and the creator of a claim. */
function Side({ claim: { payment, createdAt, createdBy } }: { claim: VendorClaimView }) {
  return (
    <>
      <Panel title="Payment">
        {payment ? (
          <Facts
            facts={[
              ['Method', methodLabel(payment.method)],
              ['Reference', payment.reference],
              ['Paid on', formatDay(payment.paidOn)],
              ['Recorded', <DateText key="at" value={payment.at} withTime />],
              ['Recorded by', payment.by],
            ]}
          />
        ) : (
          <Text c="dimmed">Not paid yet.</Text>
        )}
      </Panel>
      <Panel title="About">
        <Facts
          facts={[
            ['Created', <DateText key="created" value={createdAt} withTime />],
            ['Created by', createdBy],
          ]}
        />
      </Panel>
    </>
  );
}
