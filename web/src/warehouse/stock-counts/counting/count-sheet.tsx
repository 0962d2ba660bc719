import { Shelf } from '@aisle/contract/core/fields';
import { formatCount } from '@aisle/contract/core/pluralize';
import { countedIn } from '@aisle/contract/core/quantity';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { CatalogItemSearch } from '../../../links/catalog/catalog-item-search.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { CountItems } from '../count-items.tsx';
import { takesCounts } from '../count-stage.ts';
import classes from '../stock-counts.module.css';
import { useCounting } from './use-counting.ts';
import { usePendingCounts } from './use-pending-counts.ts';

export function CountSheet() {
  const { id } = useParams({ from: '/shell/inventory/counts/sheet/$id' });
  const query = useQuery({ ...read(stockCountRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={{ to: '/inventory/counts', label: 'Stock counts' }}>
      {(count) => (
        <Sheet
          key={count._id}
          id={count._id}
          number={count.number}
          locationId={count.locationId}
          isOpen={takesCounts(count)}
          isReviewed={count.status === 'review'}
          progress={`${formatCount(count.counted)} of ${formatCount(count.items)} counted`}
        />
      )}
    </Loaded>
  );
}

interface SheetProps {
  id: string;
  number: string;
  locationId: string;
  isOpen: boolean;
  /** Counting is finished; only requested recounts are accepted. */
  isReviewed: boolean;
  progress: string;
}

/** The counting screen for the aisle: scan, enter the quantity, next item. */
function Sheet({ id, number, locationId, isOpen, isReviewed, progress }: SheetProps) {
  const { pending, trouble, keep } = usePendingCounts(id, isOpen);
  const counting = useCounting(keep);
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle
        title={`Count ${number}`}
        back={{ to: '/inventory/counts/$id', params: { id }, label: number }}
        badge={<span className={classes.small}>{progress}</span>}
      />
      {!isOpen && (
        <Alert color="gray" variant="default">
          <span className="sentence">
            {isReviewed ? 'Counting is finished.' : 'This count has ended.'}{' '}
            <ScreenLink to="/inventory/counts/$id" params={{ id }}>
              View results
            </ScreenLink>
          </span>
        </Alert>
      )}
      {isOpen && isReviewed && (
        <Alert color="gray" variant="default">
          Counting is finished. Only recounts can be entered.
        </Alert>
      )}
      {isOpen && (
        <CountEntry countId={id} locationId={locationId} counting={counting} sending={{ pending, trouble }} />
      )}
      <CountItems countId={id} isOpen={isOpen} isReviewed={isReviewed} onChoose={counting.choose} />
    </div>
  );
}

interface CountEntryProps {
  countId: string;
  locationId: string;
  counting: ReturnType<typeof useCounting>;
  sending: Pick<ReturnType<typeof usePendingCounts>, 'pending' | 'trouble'>;
}

/** Scans an item and takes its quantity. */
function CountEntry({ countId, locationId, counting, sending }: CountEntryProps) {
  const { item, quantity, error, scanRef, quantityRef, choose, changeQuantity, save } = counting;
  const { pending, trouble } = sending;
  const errorId = useId();
  return (
    <section className={classes.entry} aria-label="What are you counting?">
      <CatalogItemSearch inputRef={scanRef} onItem={choose} />
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
            <p id={errorId} role="alert" className={`m-0 text-sm bad ${classes.wrong}`}>
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

interface ShelfLineProps {
  countId: string;
  locationId: string;
  subProductId: string;
}

/** The shelf of the current item; staff can correct it here. */
function ShelfLine({ countId, locationId, subProductId }: ShelfLineProps) {
  const canChange = useCan('inventory_edit');
  const saving = useWrite(inventoryRoutes.shelve);
  const [typed, setTyped] = useState<string | null>(null);
  const body = { limit: 1, filters: { countId, subProductId } };
  const found = useQuery({ ...read(stockCountRoutes.items, { body }), meta: { quiet: true } });
  if (!found.data) return null;
  const shelf = found.data.records[0]?.shelf ?? null;
  const parsed = Shelf.safeParse(typed ?? '');

  if (typed === null) {
    return (
      <span className={classes.small}>
        {shelf ? `Shelf ${shelf}` : 'No shelf'}{' '}
        {canChange && (
          <Button size="compact-xs" variant="subtle" color="teal" onClick={() => setTyped(shelf ?? '')}>
            {shelf ? 'Change' : 'Set shelf'}
          </Button>
        )}
      </span>
    );
  }
  const save = () => {
    if (!parsed.success) return;
    saving.mutate(
      { body: { locationId, rows: [{ subProductId, shelf: parsed.data }] } },
      { onSuccess: () => setTyped(null) },
    );
  };
  return (
    <span className="flex align-start gap-2">
      <TextInput
        aria-label="Shelf"
        placeholder="A3-2"
        size="xs"
        autoFocus
        value={typed}
        error={parsed.success ? undefined : parsed.error.issues[0]?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
      />
      <Button size="xs" variant="default" loading={saving.isPending} onClick={save}>
        Set
      </Button>
    </span>
  );
}
