import { formatMoney } from '@aisle/contract/core/money';
import {
  entryPartLabels,
  type Journal,
  type JournalEntry,
  journalKindLabels,
} from '@aisle/contract/finance/books';
import { Drawer, Stack } from '@mantine/core';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { RecordLink } from '../../ui/record/record-link.tsx';
import { Facts } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { AccountName } from './account-name.tsx';

const amountOf = (amount: number) => (amount > 0 ? formatMoney(amount) : '');

/** One journal: its purpose, its source and its balanced entries. */
export function JournalDrawer({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  const { number, kind, postedAt, location, order, statement, vendorClaim, refundId, by, amount, entries } =
    journal;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      title={[journalKindLabels[kind], number].filter(Boolean).join(' ')}
    >
      <Stack gap="lg">
        <Facts
          facts={[
            ['Date', <DateText key="date" value={postedAt} withTime timeZone={location.timeZone} />],
            ['Location', <LocationLink key="location" id={location._id} name={location.name} />],
            ['Order', order && <OrderLink key="order" id={order._id} number={order.number} />],
            ['Refund', refundId && order && <RefundLink key="refund" number={order.number} />],
            [
              'Statement',
              statement && (
                <ScreenLink key="statement" to="/statements/$id" params={{ id: statement._id }}>
                  {statement.number}
                </ScreenLink>
              ),
            ],
            [
              'Vendor claim',
              vendorClaim && (
                <RecordLink
                  key="claim"
                  to="/vendor-claims/$id"
                  params={{ id: vendorClaim._id }}
                  permission="vendor_claim_list"
                >
                  {vendorClaim.number}
                </RecordLink>
              ),
            ],
            ['Posted by', by],
          ]}
        />
        <DataTable<JournalEntry>
          label="Entries"
          rows={entries}
          rowKey={({ account, part }) => `${account} ${part}`}
          columns={[
            {
              header: 'Account',
              cell: ({ account, code }) => <AccountName account={account} code={code} />,
              footer: 'Total',
            },
            { header: 'Part', cell: ({ part }) => entryPartLabels[part] ?? part, footer: '' },
            {
              header: 'Debit',
              cell: (entry) => amountOf(entry.amount),
              align: 'right',
              footer: formatMoney(amount),
            },
            {
              header: 'Credit',
              cell: (entry) => amountOf(-entry.amount),
              align: 'right',
              footer: formatMoney(amount),
            },
          ]}
        />
      </Stack>
    </Drawer>
  );
}

/** Refunds have no page, so this searches their list by order number. */
const RefundLink = ({ number }: { number: string }) => (
  <ScreenLink to="/payments" search={{ tab: 'refunds', search: number }}>
    Refunds of {number}
  </ScreenLink>
);
