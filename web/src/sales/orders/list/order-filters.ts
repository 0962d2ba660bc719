import { driverRoutes } from '@aisle/contract/sales/drivers';
import { headlineStatuses } from '@aisle/contract/sales/orders/order-flow';
import type { OrderFlag } from '@aisle/contract/sales/orders/order-list';
import { tabOfStatuses } from '@aisle/contract/sales/orders/order-tabs';
import type { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promotionChoiceRoutes } from '@aisle/contract/sales/promotions/promotion-choices';
import { paymentTypeLabels, paymentTypes } from '@aisle/contract/system/payment-types';
import { itemFilter } from '../../../links/catalog/sub-product-filter.ts';
import { customerFilter } from '../../../links/customers/customer-filter.ts';
import { locationFilter } from '../../../links/locations/location-filter.ts';
import { metricLocations, metricSwitch } from '../../../links/overview/metric-filters.ts';
import { statusLabel } from '../../../links/sales/order-status.tsx';
import { choice, type FiltersOf } from '../../../ui/list/filters/filter.ts';
import { lookup } from '../../../ui/list/filters/lookup.ts';
import { ownerFilter, tagFilter } from '../order-owner-fields.tsx';

/** The filter `driverId` of a list. */
const driverFilter = lookup({
  name: 'driverId',
  label: 'Driver',
  route: driverRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('driver_list'),
});

/** Links from the figures of a promotion set the filters that aren't offered. */
const linkedPromotion = <const Name extends string>(name: Name, label: string) =>
  lookup({ name, label, route: promotionChoiceRoutes.dropdown, isOffered: () => false });
const promotionFilter = lookup({
  name: 'promotionId',
  label: 'Promotion',
  route: promotionChoiceRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('promotion_list'),
});

const flagLabels: Record<OrderFlag, string> = {
  late: 'Late',
  hasNote: 'Has a note',
  short: 'Short',
  substituted: 'Substituted',
  refundFailed: 'Refund failed',
};
const flagChoices = Object.entries(flagLabels).map(([value, label]) => ({ value, label }));
const fulfillmentChoices = [
  { value: 'delivery', label: 'Delivery' },
  { value: 'pickup', label: 'Pickup' },
];
const statusChoices = headlineStatuses.map((value) => ({ value, label: statusLabel(value) }));
const paymentChoices = paymentTypes.map((value) => ({ value, label: paymentTypeLabels[value] }));

export const orderFilters: FiltersOf<typeof orderRoutes.list> = [
  locationFilter,
  { kind: 'days', label: 'Placed', from: 'from', to: 'to', asInstants: true },
  // Filters by the day at the location, as reports do; only links from metrics set it.
  { kind: 'days', label: 'Placed', from: 'fromDay', to: 'toDay', isOffered: () => false },
  { kind: 'linked', name: 'isSale', label: 'Counted as', text: 'sales' },
  choice('flag', 'Flags', flagChoices),
  choice('fulfilment', 'Fulfillment', fulfillmentChoices),
  { kind: 'days', label: 'Due', from: 'slotFrom', to: 'slotTo', asInstants: true, isAhead: true },
  {
    ...choice('headlineStatus', 'Status', statusChoices),
    // The statuses of a tab in an older address; the tabs already show that.
    isShownElsewhere: (value) => Array.isArray(value) && tabOfStatuses(value) !== undefined,
  },
  choice('paymentType', 'Payment', paymentChoices),
  ownerFilter,
  tagFilter,
  driverFilter,
  itemFilter,
  customerFilter,
  promotionFilter,
  linkedPromotion('withoutPromotionId', 'Without promotion'),
  linkedPromotion('placedWithPromotionId', 'Placed with promotion'),
  { kind: 'range', label: 'Total', min: 'minTotal', max: 'maxTotal', of: 'money' },
  { kind: 'range', label: 'Items', min: 'minItems', max: 'maxItems', of: 'count' },
  metricLocations,
  metricSwitch('isReplacement', 'Replacement'),
  { ...choice('tab', 'Tab', []), isOffered: () => false, isShownElsewhere: () => true },
  { ...choice('status', 'Order status', statusChoices), isOffered: () => false },
];
