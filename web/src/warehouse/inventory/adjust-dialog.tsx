import { itemName } from '@aisle/contract/core/item-name';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Lot } from '@aisle/contract/warehouse/lots';
import { type AdjustReason, adjustReasons } from '@aisle/contract/warehouse/stock-levels';
import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import { adjustKinds, changeOf } from './adjusting.ts';

export interface AdjustTarget {
  locationId: string;
  locationName: string;
  subProduct: Lot['subProductData'];
  /** Adjusts the level as a whole if omitted. */
  lotId?: string;
  onHand: number;
}

/** Adjusts stock to the actual quantity. The ledger records user, time and reason. */
export function AdjustDialog({ target, onClose }: { target: AdjustTarget; onClose: () => void }) {
  const adjusting = useWrite(inventoryRoutes.adjust);
  const [reason, setReason] = useState<AdjustReason>('count');
  const [entered, setEntered] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const unit = countedIn(target.subProduct);
  const kind = adjustKinds[reason];
  const change = changeOf(reason, entered, target.onHand);

  async function submit(): Promise<void> {
    if (change === null || change === 0) {
      setError(
        change === 0
          ? 'This already matches the current quantity'
          : 'Enter a quantity with at most 3 decimals',
      );
      return;
    }
    const { locationId, subProduct, lotId } = target;
    try {
      await adjusting.mutateAsync({
        body: {
          locationId,
          subProductId: subProduct._id,
          ...(lotId && { lotId }),
          quantity: change,
          reason,
          ...(note.trim() && { note: note.trim() }),
        },
      });
      onClose();
    } catch (problem) {
      if (isApiError(problem)) setError(problem.fields[0]?.message ?? problem.message);
    }
  }

  return (
    <ShortDialog
      title={`Adjust ${itemName(target.subProduct)}`}
      submit="Adjust"
      isRunning={adjusting.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed">
        {target.locationName}: {formatQuantity(target.onHand, unit)} on hand
        {target.lotId && ' in this lot'}.
      </Text>
      <SegmentedControl
        fullWidth
        aria-label="Reason"
        value={reason}
        onChange={(value) => {
          setReason(value as AdjustReason);
          setError(undefined);
        }}
        data={adjustReasons.map((value) => ({ value, label: adjustKinds[value].label }))}
      />
      <QuantityInput
        key={reason}
        label={kind.field}
        description={kind.hint}
        unit={unit}
        data-autofocus
        value={entered}
        onChange={(value) => {
          setEntered(value);
          setError(undefined);
        }}
        error={error}
      />
      {change !== null && change !== 0 && (
        <Text className="tabular" role="status">
          {formatQuantity(target.onHand, unit)} →{' '}
          <strong>{formatQuantity(target.onHand + change, unit)}</strong> ({change > 0 && '+'}
          {formatQuantity(change, unit)})
        </Text>
      )}
      <TextInput
        label="Note"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ShortDialog>
  );
}
