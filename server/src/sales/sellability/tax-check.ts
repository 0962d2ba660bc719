import { weighTax } from '@aisle/contract/locations/rate-rules';
import type { SellabilityCheck } from '@aisle/contract/sales/sellability';
import type { RateFacts } from '../../locations/location-rates/goods-rates.queries.ts';
import type { SellingFacts } from './sellability.queries.ts';

/** The tax that a basket is charged, and what sets it. A missing tax never blocks a sale: it is a rate of 0%. */
export function taxCheck(
  { product, location }: Pick<SellingFacts, 'product' | 'location'>,
  { productTaxes, steps }: Pick<RateFacts, 'productTaxes' | 'steps'>,
): SellabilityCheck {
  const { rate, rules } = weighTax(productTaxes, steps);
  const { rule, category, taxes } = rules.find(({ outcome }) => outcome === 'won')!;
  // A rate of the location, or none at all, is changed on the location's tax page.
  const owner = rule === 'product' ? product : rule === 'category' && category ? category : location;
  const about = { _id: owner._id, name: owner.name };
  if (rule === 'untaxed') {
    return { key: 'tax', about, state: 'notice', text: "No tax is set. It's sold at 0%" };
  }
  const where = rule === 'product' ? 'the product' : `“${category?.name}”`;
  if (taxes.length > 0 && !taxes.some(({ status }) => status)) {
    const text = `Every tax set on ${where} is inactive. It's sold at 0%`;
    return { key: 'tax', about, state: 'notice', text };
  }
  const source = rule === 'locationCategory' ? `the store's rate for ${where}` : `set on ${where}`;
  return { key: 'tax', about, state: 'ok', text: `${rate}%, ${source}` };
}
