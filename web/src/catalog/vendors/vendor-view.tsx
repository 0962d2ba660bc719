import { type VendorView, vendorRoutes } from '@aisle/contract/catalog/vendors';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { LotLink } from '../../links/warehouse/lot-link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Gate } from '../../ui/gate.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import { AddressText, EmailLink, PhoneLink } from '../../ui/record/contact.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { ActiveBadge } from '../../ui/values/status-badge.tsx';
import { DateText, DayText, MoneyText } from '../../ui/values/values.tsx';
import { VendorForm } from './vendor-form.tsx';
import type { VendorParts } from './vendor-parts.ts';
import classes from './vendors.module.css';

type Month = VendorView['months'][number];
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dateOf = ({ month }: Month) => new Date(`${month}-01T00:00:00Z`);

/** The monthly spending as bars from zero; screen readers get the same as a list. */
function MonthBars({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ spend }) => spend));
  return (
    <ol className={`plain-list grid ${classes.months}`}>
      {months.map((month) => (
        <li key={month.month} title={inWords(month)}>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ height: `${(month.spend / most) * 100}%` }} />
          </span>
          <span className={`block mt-1 text-xs secondary ${classes.month}`} aria-hidden>
            {short.format(dateOf(month))}
          </span>
          <span className="visually-hidden">{inWords(month)}</span>
        </li>
      ))}
    </ol>
  );
}

const inWords = (month: Month): string =>
  `${whole.format(dateOf(month))}: ${formatMoney(month.spend)} in ${pluralize(month.receipts, 'receipt')}`;

/** A fraction of a day matters for lettuce, but not for items that keep a year. */
const daysText = (days: number): string =>
  days.toLocaleString('en-US', { maximumFractionDigits: days < 10 ? 1 : 0 });

const back = { to: '/vendors', label: 'Vendors' } as const;

export function VendorScreen(parts: VendorParts) {
  const { id } = useParams({ from: '/shell/vendors/view/$id' });
  const query = useQuery({ ...read(vendorRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(vendor) => <VendorRecord key={vendor._id} vendor={vendor} parts={parts} />}
    </Loaded>
  );
}

interface VendorRecordProps {
  vendor: VendorView;
  parts: VendorParts;
}
function VendorRecord({ vendor, parts }: VendorRecordProps) {
  const [isEditing, setEditing] = useState(false);
  const { address } = vendor;
  return (
    <RecordPage
      title={vendor.name}
      history={<HistoryButton resource="vendors" id={vendor._id} name={vendor.name} />}
      badge={<ActiveBadge active={vendor.status} />}
      back={back}
      actions={
        <Gate permission="vendor_edit">
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </Gate>
      }
      side={
        <>
          <Panel title="Contact">
            <Facts
              facts={[
                ['Contact', vendor.contact],
                ['Phone', vendor.phone && <PhoneLink phone={vendor.phone} />],
                ['Email', vendor.email && <EmailLink email={vendor.email} />],
                ['Address', address && <AddressText address={address} />],
              ]}
            />
            {!vendor.contact && !vendor.phone && !vendor.email && !address && (
              <Text c="dimmed">No contact details.</Text>
            )}
          </Panel>
          <Panel title="Terms">
            <Facts
              facts={[
                ['Payment terms', vendor.paymentTerms ?? 'None'],
                ['Tax number', vendor.taxNumber],
                ['Changed', <DateText key="changed" value={vendor.updatedAt} />],
              ]}
            />
          </Panel>
        </>
      }
    >
      {!vendor.status && (
        <Alert color="gray" variant="default" title="Inactive">
          This vendor can't be chosen for new receipts.
        </Alert>
      )}
      <VendorContent vendor={vendor} parts={parts} />
      {isEditing && <VendorForm vendor={vendor} onClose={() => setEditing(false)} />}
    </RecordPage>
  );
}

/** The overview, and the claims for users who can see them. */
function VendorContent({ vendor, parts: { ClaimsTab } }: VendorRecordProps) {
  const navigate = useNavigate();
  const requested = useScreenSearch().tab;
  const { permissions, user } = useSignedIn();
  const mayClaim = permissions.has('vendor_claim_list') && user.userType !== 'store';
  const isClaims = mayClaim && requested === 'claims';
  const open = (tab: string | undefined) => void navigate({ to: '.', search: { tab } });
  return (
    <>
      {mayClaim && (
        <ListTabs
          label={`About ${vendor.name}`}
          tabs={[
            { key: 'overview', label: 'Overview', isOn: !isClaims, onClick: () => open(undefined) },
            { key: 'claims', label: 'Claims', isOn: isClaims, onClick: () => open('claims') },
          ]}
        />
      )}
      {isClaims ? (
        <Suspense>
          <ClaimsTab vendor={vendor} />
        </Suspense>
      ) : (
        <Overview vendor={vendor} />
      )}
    </>
  );
}

function Overview({ vendor }: { vendor: VendorView }) {
  const { shelfDays, expiredWaste: waste, onTime } = vendor;
  return (
    <>
      <Panel>
        <div className="flex wrap gap-3 gap-x-10">
          <MetricValue label="Spend" value={formatMoney(vendor.spend)} />
          <MetricValue label="Receipts" value={formatCount(vendor.receiptCount)} />
          <MetricValue label="On time" value={onTime.share === null ? '–' : `${onTime.share}%`} />
          <MetricValue label="Days left on arrival" value={shelfDays === null ? '–' : daysText(shelfDays)} />
          <MetricValue label="Expired waste" value={formatMoney(waste.cost)} />
        </div>
        {vendor.receiptCount > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {onTime.promised > 0
              ? `${formatCount(onTime.onTime)} of ${formatCount(onTime.promised)} deliveries with an expected date were on time.`
              : 'Add expected dates to receipts to track on-time deliveries.'}
          </Text>
        )}
        {waste.lots > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {pluralize(waste.lots, 'lot')} written off after expiry
            {waste.share !== null && ` (${waste.share}% of the cost of dated stock)`}.
          </Text>
        )}
      </Panel>
      {vendor.receiptCount > 0 && (
        <Panel title="Spend by month">
          <MonthBars months={vendor.months} />
        </Panel>
      )}
      <Locations vendor={vendor} />
      <Receipts vendor={vendor} />
    </>
  );
}

function Locations({ vendor: { locations } }: { vendor: VendorView }) {
  if (locations.length === 0) return null;
  return (
    <Panel title="Delivers to">
      <ul className="plain-list lined">
        {locations.map((place) => (
          <li key={place._id} className={`grid align-center gap-1 gap-x-4 ${classes.row}`}>
            <LocationLink id={place._id} name={place.name} />
            <span className="text-sm secondary">
              {pluralize(place.receipts, 'receipt')}, last <DateText value={place.lastAt} />
            </span>
            <MoneyText value={place.spend} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Receipts({ vendor: { lastReceipts } }: { vendor: VendorView }) {
  return (
    <Panel title="Latest receipts">
      {lastReceipts.length === 0 && <Text c="dimmed">No receipts yet.</Text>}
      <ul className="plain-list lined">
        {lastReceipts.map((receipt) => (
          <li key={receipt._id} className={`grid align-center gap-1 gap-x-4 ${classes.row}`}>
            <span>
              {itemName(receipt)}
              <br />
              <span className="text-sm secondary">
                <LotLink id={receipt._id} number={receipt.number} /> · {receipt.locationName}
              </span>
            </span>
            <span className="text-sm secondary">
              <DateText value={receipt.receivedAt} />
              {receipt.expiresOn && (
                <>
                  , expires <DayText value={receipt.expiresOn} />
                </>
              )}
            </span>
            <span className="tabular">
              {formatQuantity(receipt.quantity)}
              {receipt.costPrice !== null && ` × ${formatMoney(receipt.costPrice)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
