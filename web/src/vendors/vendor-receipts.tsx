import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { type Vendor, vendorRoutes } from '@aisle/contract/vendors';
import { Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../core/api.ts';
import { LotLink } from '../inventory/lot-link.tsx';
import { Figure } from '../ui/figure.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { DateText } from '../ui/values.tsx';

/** What a vendor has brought, as far as one may see it. */
export function VendorReceipts({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const query = useQuery({
    ...read(vendorRoutes.view, { params: { id: vendor._id } }),
    meta: { quiet: true },
  });
  return (
    <Drawer opened onClose={onClose} position="right" size={480} title={vendor.name}>
      <Loaded query={query} back={{ to: '/vendors', label: 'Vendors' }}>
        {(view) => (
          <Stack gap="lg">
            <Group gap="xl">
              <Figure label="Receipts" value={view.receiptCount.toLocaleString('en-US')} />
              <Figure label="Spend" value={formatMoney(view.spend)} />
            </Group>
            {view.lastReceipts.length === 0 && <Text c="dimmed">Nothing was received yet.</Text>}
            {view.lastReceipts.map((receipt) => (
              <Group key={receipt._id} justify="space-between" wrap="nowrap" align="flex-start">
                <div style={{ minWidth: 0 }}>
                  <Text fw={500}>{receipt.subProductName}</Text>
                  <Text size="sm" c="dimmed">
                    <LotLink id={receipt._id} number={receipt.number} /> · {receipt.locationName} ·{' '}
                    <DateText value={receipt.receivedAt} />
                  </Text>
                </div>
                <Text className="tabular" style={{ whiteSpace: 'nowrap' }} ta="right">
                  {formatQuantity(receipt.quantity)}
                  {receipt.costPrice !== null && ` × ${formatMoney(receipt.costPrice)}`}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </Drawer>
  );
}
