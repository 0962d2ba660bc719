import { formatDay } from '@aisle/contract/core/dates';
import type { Ref } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { addQuantities, countedIn, formatQuantity, minimumQuantity } from '@aisle/contract/core/quantity';
import { daysLookedAhead, isOpenDuring, opensSoon } from '@aisle/contract/locations/opening';
import { weighTax } from '@aisle/contract/locations/rate-rules';
import type { Sellability, SellabilityCheck, SellabilityCheckKey } from '@aisle/contract/sales/sellability';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { missingAt, mustFind, wrongField } from '../../core/problem.ts';
import { findRateFacts, type RateFacts } from '../../locations/location-rates/item-rates.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { findItems, type Goods } from '../orders/lines/items.queries.ts';
import { lineProblem } from '../orders/lines/selling-rule.ts';
import { findFacts, type SellingFacts } from './sellability.queries.ts';

/**
 * Explains whether a sub-product can be sold at a location now. The verdict comes from the rule that baskets are checked
 * against. The checks list its reasons, so that staff can fix each.
 */
export async function explainSelling(
  tx: Tx,
  actor: Actor,
  subProductId: string,
  requestedLocation: string | undefined,
): Promise<Sellability> {
  const locationId = locationOf(actor, requestedLocation);
  if (!locationId) throw wrongField('locationId', 'Location is required');
  const [one] = await findItems(tx, [{ subProductId, locationId }]);
  mustFind(one?.subProductId ?? undefined, 'Sub-product');
  const settings = await getSettings(tx);
  const facts = await findFacts(tx, { subProductId, locationId, holidays: settings.holidays });
  const [rates] = await findRateFacts(tx, [{ subProductId, locationId }]);
  if (!one || !facts || !rates) throw missingAt('locationId', 'Location');

  const { stockDefaults } = settings;
  const { status: _, ...subProduct } = facts.subProduct;
  const { _id, name } = facts.location;
  return {
    subProduct,
    location: { _id, name },
    sellable:
      facts.location.status &&
      opensSoon(facts.location, Date.now()) &&
      lineProblem(one, minimumQuantity(one)) === null,
    price: one.price,
    available: one.available,
    checks: checksOf({ facts, one, rates, expiringDays: stockDefaults.expiringDays }),
  };
}

type State = SellabilityCheck['state'];
const check = (key: SellabilityCheckKey, about: Ref, state: State, text: string): SellabilityCheck => ({
  key,
  state,
  text,
  about: { _id: about._id, name: about.name },
});
const required = (
  key: SellabilityCheckKey,
  about: Ref,
  { holds, ok, blocked }: { holds: boolean; ok: string; blocked: string },
) => check(key, about, holds ? 'ok' : 'blocks', holds ? ok : blocked);

interface CheckedFacts {
  facts: SellingFacts;
  one: Goods;
  rates: RateFacts;
  expiringDays: number;
}
function checksOf({ facts, one, rates, expiringDays }: CheckedFacts): SellabilityCheck[] {
  const { location, product, subProduct, categories } = facts;
  const off = categories.find(({ status }) => !status);
  const path = categories.map(({ name }) => name).reverse();
  return [
    required('location', location, {
      holds: location.status,
      ok: 'Takes orders',
      blocked: 'This store is inactive',
    }),
    required('category', off ?? categories[0]!, {
      holds: off === undefined,
      ok: path.join(' › '),
      blocked: `The category “${off?.name}” is inactive`,
    }),
    required('product', product, {
      holds: product.status,
      ok: 'Active',
      blocked: 'The product is inactive',
    }),
    required('subProduct', subProduct, {
      holds: subProduct.status,
      ok: 'Active',
      blocked: 'The sub-product is inactive',
    }),
    required('assigned', location, {
      holds: one.assigned,
      ok: 'In the assortment',
      blocked: `Not in the assortment of ${location.name}`,
    }),
    check('price', subProduct, 'ok', `${formatMoney(one.price)}, ${priceSources[facts.priceFrom]}`),
    taxCheck(facts, rates),
    limitsOf(facts, one),
    stockOf(facts, one),
    expiryOf(facts, one, expiringDays),
    hoursOf(facts),
  ];
}

const priceSources = { location: "the store's price", sale: 'the sale price', list: 'the list price' };

function limitsOf({ subProduct, minPerOrder, maxPerOrder }: SellingFacts, one: Goods): SellabilityCheck {
  const amount = (of: number) => formatQuantity(of, countedIn(one));
  const least = minimumQuantity(one);
  if (maxPerOrder !== null && maxPerOrder < least) {
    const text = `At most ${amount(maxPerOrder)} per order, but at least ${amount(least)}`;
    return check('limits', subProduct, 'blocks', text);
  }
  const parts = [
    minPerOrder === null ? null : `at least ${amount(minPerOrder)}`,
    maxPerOrder === null ? null : `at most ${amount(maxPerOrder)}`,
  ].filter((part) => part !== null);
  const text = parts.length > 0 ? `Per order ${parts.join(', ')}` : 'None';
  return check('limits', subProduct, 'ok', text);
}

function stockOf({ subProduct, onHand, reserved, expired }: SellingFacts, one: Goods): SellabilityCheck {
  const amount = (of: number) => formatQuantity(of, countedIn(one));
  const parts = [
    `${amount(onHand)} on hand`,
    reserved > 0 ? `${amount(reserved)} reserved` : null,
    expired > 0 ? `${amount(expired)} expired` : null,
  ].filter((part) => part !== null);
  const enough = one.available > 0 && one.available >= minimumQuantity(one);
  const ok = `${amount(one.available)} available: ${parts.join(', ')}`;
  return required('stock', subProduct, { holds: enough, ok, blocked: onHand === 0 ? 'None on hand' : ok });
}

function expiryOf(facts: SellingFacts, one: Goods, expiringDays: number): SellabilityCheck {
  const { subProduct, onHand, expired, nextExpiry, daysToExpiry } = facts;
  if (onHand > 0 && addQuantities(onHand, -expired) === 0) {
    return check('expiry', subProduct, 'blocks', 'All stock on hand has expired');
  }
  if (expired > 0) {
    const amount = formatQuantity(expired, countedIn(one));
    return check('expiry', subProduct, 'notice', `${amount} expired. Remove it from the shelf`);
  }
  if (nextExpiry === null || daysToExpiry === null)
    return check('expiry', subProduct, 'ok', 'No expiry date');
  const text = `The first expires on ${formatDay(nextExpiry)}`;
  return check('expiry', subProduct, daysToExpiry <= expiringDays ? 'notice' : 'ok', text);
}

/** Orders can be placed at any hour and wait for the location to open, so being closed now prevents nothing. */
function hoursOf({ location }: SellingFacts): SellabilityCheck {
  const now = new Date().toISOString();
  if (!opensSoon(location, Date.parse(now))) {
    return check('hours', location, 'blocks', `Closed for the next ${daysLookedAhead} days`);
  }
  const isOpen = isOpenDuring(location, { from: now, to: now });
  if (isOpen) return check('hours', location, 'ok', 'Open now');
  return check('hours', location, 'notice', 'Closed now. Orders wait until it opens');
}

/** The tax charged in a basket, and its source. A missing tax never blocks a sale; the rate is 0%. */
function taxCheck(
  { product, location }: Pick<SellingFacts, 'product' | 'location'>,
  { productTaxes, steps }: Pick<RateFacts, 'productTaxes' | 'steps'>,
): SellabilityCheck {
  const { rate, rules } = weighTax(productTaxes, steps);
  const { rule, category, taxes } = rules.find(({ outcome }) => outcome === 'won')!;
  // A rate of the location, or a missing one, is changed on the location's tax page.
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
