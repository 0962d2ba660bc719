import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';
import { LocationSelect } from '../../links/locations/location-select.tsx';

const SellabilityDialog = later(() =>
  import('./sellability-dialog.tsx').then((module) => module.SellabilityDialog),
);

/** Checks whether an item can be sold at any location, and shows the reasons. */
export function SellabilitySelect({ subProductId }: { subProductId: string }) {
  const [locationId, setLocationId] = useState<string | null>(null);
  const may = useCan('sub_product_view');
  if (!may) return null;
  return (
    <>
      <LocationSelect
        label={undefined}
        aria-label="Check availability at"
        placeholder="Check availability at…"
        maw={320}
        mt="sm"
        value={locationId}
        onChange={setLocationId}
      />
      {locationId && (
        <Suspense>
          <SellabilityDialog
            subProductId={subProductId}
            locationId={locationId}
            onClose={() => setLocationId(null)}
          />
        </Suspense>
      )}
    </>
  );
}
