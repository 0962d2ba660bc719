import { Shelf } from '@aisle/contract/core/fields';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useMay } from '../../../core/session/session.ts';
import classes from '../stock-counts.module.css';

interface ShelfLineProps {
  countId: string;
  locationId: string;
  subProductId: string;
}

/** The shelf of the item being counted; staff who find it elsewhere can correct it on the spot. */
export function ShelfLine({ countId, locationId, subProductId }: ShelfLineProps) {
  const mayChange = useMay('inventory_edit');
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
        {mayChange && (
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
    <span className={classes.shelf}>
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
