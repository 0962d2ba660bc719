import type { ProductParts } from './catalog/products/product-places.tsx';

/** What the page of a product shows of the domains above the catalogue. */
export async function productParts(): Promise<ProductParts> {
  const [{ ExplainRateButton }, { SellabilityButton }, { SellabilitySelect }] = await Promise.all([
    import('./locations/locations/rates/explain-rate-button.tsx'),
    import('./sales/sellability/sellability-button.tsx'),
    import('./sales/sellability/sellability-select.tsx'),
  ]);
  return { ExplainRateButton, SellabilityButton, SellabilitySelect };
}
