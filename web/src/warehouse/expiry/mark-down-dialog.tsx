import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { type ExpiryLot, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import { remainingText } from './left-over.ts';

/** Sets a lower price at the location and its last day. */
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
    <ShortDialog
      title={`Mark down ${itemName(lot.subProductData)}`}
      submit="Mark down"
      isRunning={mark.isPending}
      disabled={!isReady}
      onSubmit={run}
      onClose={onClose}
    >
      <Text size="md">
        {lot.locationName} asks {formatMoney(lot.price)} now.
        {lot.suggestion &&
          ` About ${remainingText(lot, lot.suggestion.leftOver)} would be left at the current price. Suggested: ${lot.suggestion.percent}% off.`}
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
    </ShortDialog>
  );
}
