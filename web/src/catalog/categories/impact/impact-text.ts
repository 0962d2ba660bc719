import type { CategoryImpact } from '@aisle/contract/catalog/categories';
import { pluralize } from '@aisle/contract/core/pluralize';
import { taxText } from '../tax-text.ts';

const listed = (parts: readonly string[]): string => new Intl.ListFormat('en-US').format(parts);
const ratesOf = (taxes: CategoryImpact['taxes']['before']): string => {
  const charged = taxes.filter(({ status }) => status);
  return charged.length === 0 ? 'no tax' : listed(charged.map(taxText));
};

/** The effects of a change, one sentence each; empty if the change has no visible effect. */
export function impactLines(impact: CategoryImpact): string[] {
  const { hiddenCount, shownCount, locationCount } = impact;
  const where = locationCount > 0 ? ` in ${pluralize(locationCount, 'store')}` : '';
  return [
    ...(hiddenCount > 0 ? [`Hides ${pluralize(hiddenCount, 'product')}${where} from customers.`] : []),
    ...(shownCount > 0 ? [`Shows ${pluralize(shownCount, 'product')}${where} to customers again.`] : []),
    ...taxLines(impact),
    ...impact.specifications.map(specificationLine),
  ];
}

function taxLines({ taxes }: CategoryImpact): string[] {
  const { before, after, categoryCount, productCount } = taxes;
  if (categoryCount === 0) return [];
  const [was, is] = [ratesOf(before), ratesOf(after)];
  const whose = `${pluralize(categoryCount, 'category', 'categories')} and ${pluralize(productCount, 'product')}`;
  return [`Taxes change for ${whose}${was === is ? '.' : `: ${was} becomes ${is}.`}`];
}

function specificationLine({
  name,
  change,
  from,
  saidCount,
  wrongCount,
}: CategoryImpact['specifications'][number]): string {
  if (change === 'lost') {
    return saidCount === 0
      ? `“${name}” is removed. No products use it.`
      : `“${name}” is removed. ${pluralize(saidCount, 'product loses', 'products lose')} its value when next saved.`;
  }
  const after =
    wrongCount === 0
      ? ''
      : ` ${pluralize(wrongCount, 'product needs', 'products need')} a valid value when next edited.`;
  if (change === 'renamed') {
    const kept =
      saidCount === 0
        ? ''
        : ` ${pluralize(saidCount, 'product keeps its value', 'products keep their values')}.`;
    return `“${from}” is renamed “${name}”.${kept}${after}`;
  }
  return change === 'gained' ? `“${name}” is added.${after}` : `“${name}” is changed.${after}`;
}

/** "4 products, 9 sub-products and 1 category below" */
export function extentText(impact: CategoryImpact): string {
  const { productCount, subProductCount, categoryCount, locationCount, overrideCount } = impact;
  const parts = [
    ...(categoryCount > 0 ? [`${pluralize(categoryCount, 'subcategory', 'subcategories')}`] : []),
    ...(productCount > 0 ? [pluralize(productCount, 'product')] : []),
    ...(subProductCount > 0 ? [pluralize(subProductCount, 'sub-product')] : []),
  ];
  if (parts.length === 0) return "It's empty.";
  const sold = locationCount > 0 ? `, sold in ${pluralize(locationCount, 'store')}` : '';
  const own =
    overrideCount > 0
      ? ` with ${pluralize(overrideCount, 'custom price or limit', 'custom prices or limits')}`
      : '';
  return `It contains ${listed(parts)}${sold}${own}.`;
}
