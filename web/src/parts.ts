import type { ProductParts } from './catalog/products/product-places.tsx';
import { later } from './core/later.ts';
import type { LocationParts } from './locations/locations/location-tabs.ts';

/** What the page of a product shows of the domains above the catalogue. */
export async function productParts(): Promise<ProductParts> {
  const [{ ExplainRateButton }, { SellabilityButton }, { SellabilitySelect }] = await Promise.all([
    import('./locations/locations/rates/explain-rate-button.tsx'),
    import('./sales/sellability/sellability-button.tsx'),
    import('./sales/sellability/sellability-select.tsx'),
  ]);
  return { ExplainRateButton, SellabilityButton, SellabilitySelect };
}

const StatementsTab = later(() =>
  import('./finance/statements/balance-tab.tsx').then(({ BalanceTab }) => BalanceTab),
);
/** What the page of a location shows of the domains above locations, loaded with its tab. */
export const locationParts = async (): Promise<LocationParts> => ({ StatementsTab });
