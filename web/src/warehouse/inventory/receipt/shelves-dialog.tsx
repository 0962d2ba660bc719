import { Shelf } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatCount } from '@aisle/contract/core/pluralize';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { maxShelfRows, type StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { Alert, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { notifySuccess } from '../../../core/notice.tsx';
import { useSignedIn } from '../../../core/session/session.ts';
import { LocationSelect } from '../../../links/locations/location-select.tsx';
import { ShortDialog } from '../../../ui/form/short-dialog.tsx';
import { pastedShelves } from './pasted-shelves.ts';

/** Sets the shelf of an item at a location. */
export function ShelfDialog({ level, onClose }: { level: StockLevel; onClose: () => void }) {
  const saving = useWrite(inventoryRoutes.shelve);
  const [shelf, setShelf] = useState(level.shelf ?? '');
  const [error, setError] = useState<string>();
  async function save(): Promise<void> {
    const parsed = Shelf.safeParse(shelf);
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    const { locationId, subProductData } = level;
    await saving.mutateAsync({
      body: { locationId, rows: [{ subProductId: subProductData._id, shelf: parsed.data }] },
    });
    onClose();
  }
  return (
    <ShortDialog
      title={`Shelf of ${itemName(level.subProductData)}`}
      size="sm"
      submit="Save"
      isRunning={saving.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={`Shelf in ${level.locationName}`}
        placeholder="A3-2"
        description="Use the code your staff know, such as A3-2. Leave empty if it has no fixed shelf."
        data-autofocus
        value={shelf}
        error={error}
        onChange={(event) => {
          setShelf(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </ShortDialog>
  );
}

interface ShelvesDialogProps {
  locationId: string | null;
  onClose: () => void;
}
/** Sets the shelves of a store from a pasted list with a code and a shelf per line. */
export function ShelvesDialog({ locationId: first, onClose }: ShelvesDialogProps) {
  const { user } = useSignedIn();
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const saving = useWrite(inventoryRoutes.shelve);
  const [locationId, setLocation] = useState(first ?? only);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [rejected, setRejected] = useState<{ row: number; reason: string }[]>([]);
  const lines = pastedShelves(text);

  async function save(): Promise<void> {
    setRejected([]);
    if (!locationId) return setError('Choose a location');
    try {
      let changed = 0;
      const refused: typeof rejected = [];
      for (let at = 0; at < lines.length; at += maxShelfRows) {
        const rows = lines.slice(at, at + maxShelfRows);
        const done = await saving.mutateAsync({ body: { locationId, rows } });
        changed += done.changed;
        refused.push(...done.rejected.map(({ row, reason }) => ({ row: row + at, reason })));
      }
      notifySuccess(changed === 1 ? '1 shelf updated' : `${changed} shelves updated`);
      if (refused.length === 0) onClose();
      else setRejected(refused);
    } catch (problem) {
      if (isApiError(problem)) setError(problem.fields[0]?.message ?? problem.message);
    }
  }
  return (
    <ShortDialog
      title="Set shelves"
      submit={lines.length > 1 ? `Set ${formatCount(lines.length)} shelves` : 'Set shelf'}
      cancel={rejected.length > 0 ? 'Close' : 'Cancel'}
      isRunning={saving.isPending}
      disabled={lines.length === 0}
      onSubmit={save}
      onClose={onClose}
    >
      <LocationSelect
        withAsterisk
        value={locationId}
        onChange={(id) => {
          setLocation(id);
          setError(undefined);
        }}
      />
      <Textarea
        label="SKU or barcode, and shelf"
        description="One item per line, or paste from a spreadsheet"
        placeholder={'MILK-1L\tA3-2\nEGGS-12\tA3-4'}
        autosize
        minRows={6}
        maxRows={14}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {rejected.length > 0 && (
        <Alert color="red" variant="light" role="alert" title="These lines weren't saved">
          {rejected.slice(0, 10).map(({ row, reason }) => (
            <div key={row}>
              Line {row}: {reason}
            </div>
          ))}
          {rejected.length > 10 && `And ${formatCount(rejected.length - 10)} more.`}
        </Alert>
      )}
    </ShortDialog>
  );
}
