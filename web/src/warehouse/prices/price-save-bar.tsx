import { howMany } from '@aisle/contract/core/how-many';
import { Button, TextInput } from '@mantine/core';
import { StickyBar } from '../../ui/record/sticky-bar.tsx';
import classes from './prices.module.css';
import type { PriceChanges } from './use-price-changes.ts';

/** How much was changed, and saving or discarding it. */
export function PriceSaveBar({ edits }: { edits: PriceChanges }) {
  const { changes, wrongCells, canSave, hasCounts, note, setNote, isSaving, discard, submit } = edits;
  return (
    <StickyBar className={classes.saveBar}>
      <span role="status" className="tabular">
        {howMany(changes.size, 'change')}
        {wrongCells > 0 && (
          <span className={classes.wrong}>
            {' '}
            · {howMany(wrongCells, 'cell needs', 'cells need')} a correction
          </span>
        )}
      </span>
      {hasCounts && (
        <TextInput
          aria-label="Reason for the change"
          placeholder="Reason for the change"
          maxLength={500}
          className={classes.note ?? ''}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <Button variant="default" ml="auto" disabled={isSaving} onClick={discard}>
        Discard
      </Button>
      <Button loading={isSaving} disabled={!canSave} onClick={() => void submit()}>
        Save
      </Button>
    </StickyBar>
  );
}
