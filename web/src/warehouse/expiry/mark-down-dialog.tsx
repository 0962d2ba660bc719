import { formatMoney } from '@aisle/contract/core/money';
import { type ExpiryLot, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { leftOverText } from './left-over.ts';

/** Asks what the location asks from now on, and until when. */
export function MarkDownDialog({ lot, onClose }: { lot: ExpiryLot; onClose: () => void }) {
  const [price, setPrice] = useState<number | null>(lot.suggestion?.price ?? null);
  const [until, setUntil] = useState<string | null>(lot.expiresOn);
  const mark = useWrite(expiryRoutes.markDown);
  const isTooHigh = price !== null && price >= lot.price;
  const isBelowCost = price !== null && lot.onHand > 0 && price < Math.round(lot.cost / lot.onHand);
  const isReady = price !== null && price > 0 && !isTooHigh && until !== null;
  async function run(): Promise<void> {
    if (!isReady) return;
    const { locationId, subProductData } = lot;
    await mark.mutateAsync({
      body: { items: [{ locationId, subProductId: subProductData._id, price, until }] },
    });
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={`Mark down ${lot.subProductData.name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run().catch(() => undefined);
        }}
      >
        <Stack gap="md">
          <Text size="md">
            {lot.locationName} asks {formatMoney(lot.price)} now.
            {lot.suggestion &&
              ` About ${leftOverText(lot, lot.suggestion.leftOver)} would be left at the current price. Suggested: ${lot.suggestion.percent}% off.`}
          </Text>
          <MoneyInput
            label="Price"
            data-autofocus
            value={price}
            onChange={setPrice}
            error={isTooHigh && `Must be below ${formatMoney(lot.price)}`}
            description={isBelowCost ? 'Below its cost' : undefined}
          />
          <DateInput label="Ends on, or when sold out" value={until} onChange={setUntil} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={mark.isPending} disabled={!isReady}>
              Mark down
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
