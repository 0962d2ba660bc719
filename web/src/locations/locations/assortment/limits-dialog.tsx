import { formatMoney } from '@aisle/contract/core/money';
import { Assignment } from '@aisle/contract/locations/assignments';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { MoneyInput, QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { ShortDialog } from '../../../ui/form/short-dialog.tsx';
import type { Assortable } from './branches.ts';

interface LimitsDialogProps {
  locationId: string;
  item: Assortable;
  onClose: () => void;
}

/** Edits the custom settings of one item at a location. An empty field uses the default. */
export function LimitsDialog({ locationId, item, onClose }: LimitsDialogProps) {
  const assigning = useWrite(locationRoutes.assign);
  const [price, setPrice] = useState(item.locationPrice);
  const [threshold, setThreshold] = useState(item.threshold);
  const [maxPerOrder, setMaxPerOrder] = useState(item.maxPerOrder);
  const [shelf, setShelf] = useState(item.shelf ?? '');
  const [wasTried, setTried] = useState(false);
  const parsed = Assignment.safeParse({
    subProductId: item._id,
    assigned: true,
    price,
    threshold,
    maxPerOrder,
    shelf,
  });
  const error = (field: string) =>
    wasTried && parsed.error?.issues.find(({ path }) => path[0] === field)?.message;

  async function submit(): Promise<void> {
    setTried(true);
    if (!parsed.success) return;
    await assigning.mutateAsync({ body: { locationId, subProducts: [parsed.data] } });
    onClose();
  }

  return (
    <ShortDialog
      title={item.name}
      size="sm"
      submit="Save"
      isRunning={assigning.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyInput
        label="Price here"
        description={`Leave empty for the standard price of ${formatMoney(item.price)}`}
        data-autofocus
        value={price}
        onChange={setPrice}
        error={error('price')}
      />
      <QuantityInput
        label="Low at"
        description="Leave empty for the default from Settings"
        value={threshold}
        onChange={setThreshold}
        error={error('threshold')}
      />
      <QuantityInput
        label="Max per order"
        description="Leave empty for the product's limit"
        value={maxPerOrder}
        onChange={setMaxPerOrder}
        error={error('maxPerOrder')}
      />
      <TextInput
        label="Shelf"
        description="Used for picking and counting"
        placeholder="A3-2"
        value={shelf}
        onChange={(event) => setShelf(event.currentTarget.value)}
        error={error('shelf')}
      />
    </ShortDialog>
  );
}
