import { VendorSelect } from '../../../links/catalog/vendor-select.tsx';
import { LocationSelect } from '../../../links/locations/location-select.tsx';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import classes from '../inventory.module.css';
import type { useReceipt } from './use-receipt.ts';

/** Where the goods come in, from whom, and for when they were promised. */
export function ReceiptHead({ draft, setDraft, lacksLocation }: ReturnType<typeof useReceipt>) {
  return (
    <div className={classes.head}>
      <LocationSelect
        withAsterisk
        value={draft.locationId}
        current={draft.locationId ? { _id: draft.locationId, name: draft.locationName } : null}
        onChange={(id, option) => setDraft({ ...draft, locationId: id, locationName: option?.label ?? '' })}
        error={lacksLocation ? 'Choose a location' : undefined}
      />
      <VendorSelect
        clearable
        placeholder="None"
        value={draft.vendorId}
        current={draft.vendorId ? { _id: draft.vendorId, name: draft.vendorName } : null}
        onChange={(id, option) => setDraft({ ...draft, vendorId: id, vendorName: option?.label ?? '' })}
      />
      <DateInput
        label="Promised date"
        placeholder="No promised date"
        value={draft.expectedOn}
        onChange={(day) => setDraft({ ...draft, expectedOn: day })}
      />
    </div>
  );
}
