import { countedIn } from '@aisle/contract/core/quantity';
import { Alert, Button } from '@mantine/core';
import { useId } from 'react';
import { ScanSelect } from '../../../links/catalog/scan-select.tsx';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import classes from '../stock-counts.module.css';
import { ShelfLine } from './shelf-line.tsx';
import type { useCounting } from './use-counting.ts';
import type { usePendingCounts } from './use-pending-counts.ts';

interface CountEntryProps {
  countId: string;
  locationId: string;
  counting: ReturnType<typeof useCounting>;
  sending: Pick<ReturnType<typeof usePendingCounts>, 'pending' | 'trouble'>;
}

/** Scan an item, say how many there are, on to the next. */
export function CountEntry({ countId, locationId, counting, sending }: CountEntryProps) {
  const { item, quantity, error, scanRef, quantityRef, choose, changeQuantity, save } = counting;
  const { pending, trouble } = sending;
  const errorId = useId();
  return (
    <section className={classes.entry} aria-label="What are you counting?">
      <ScanSelect inputRef={scanRef} onItem={choose} />
      {item && (
        <form
          className={classes.amount}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <div className={classes.chosen} role="status">
            <b>{item.name}</b>
            <span className={classes.small}>{item.sku}</span>
            <ShelfLine key={item._id} countId={countId} locationId={locationId} subProductId={item._id} />
          </div>
          <QuantityInput
            key={item._id}
            ref={quantityRef}
            label="Quantity counted"
            size="md"
            unit={countedIn(item)}
            value={quantity}
            onChange={changeQuantity}
            error={error !== undefined}
            aria-describedby={error && errorId}
          />
          <Button type="submit" size="md">
            Save
          </Button>
          {error && (
            <p id={errorId} role="alert" className={classes.wrong}>
              {error}
            </p>
          )}
        </form>
      )}
      {pending.length > 0 && (
        <Alert color={trouble ? 'red' : 'gray'} variant="light" role="status">
          {pending.length === 1 ? '1 count is' : `${pending.length} counts are`} waiting to be sent
          {trouble ? `. ${trouble}.` : '…'} They're saved on this device.
        </Alert>
      )}
    </section>
  );
}
