import { Suspense, useState } from 'react';
import { later } from '../../core/later.ts';
import { useMay } from '../../core/session.ts';
import { LocationSelect } from '../../links/location-select.tsx';

const SellabilityDialog = later(() =>
  import('./sellability-dialog.tsx').then((module) => module.SellabilityDialog),
);

/** Asks of any location, also of one that does not sell it, why something cannot be sold there. */
export function SellabilitySelect({ subProductId }: { subProductId: string }) {
  const [locationId, setLocationId] = useState<string | null>(null);
  const may = useMay('sub_product_view');
  if (!may) return null;
  return (
    <>
      <LocationSelect
        label={undefined}
        aria-label="Why can it not be sold at"
        placeholder="Why can it not be sold at …"
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
