import type { Ref } from '@aisle/contract/core/fields';
import type { ComponentType } from 'react';

/** Parts of the vendor page from higher domains; passed in by the router. */
export interface VendorParts {
  /** The amount that the vendor owes for its part of promotions. */
  ClaimsTab: ComponentType<{ vendor: Ref }>;
}
