/** The format of a metric: cents, a whole number, a share from 0 to 1, minutes, a quantity or weight, or days. */
export type MetricUnit = 'cents' | 'count' | 'share' | 'minutes' | 'quantity' | 'days';
/**
 * The list behind a metric. With the locations and days of the row, it shows the counted records: orders that are sales, orders
 * that were cancelled, rejected, failed or expired, refunds, returns, statements, stock levels, movements that wrote stock off or
 * were sold at the counter, or the report of discounts.
 */
export type MetricList =
  | 'soldOrders'
  | 'calledOffOrders'
  | 'refunds'
  | 'returns'
  | 'statements'
  | 'stockLevels'
  | 'waste'
  | 'counterSales'
  | 'discounts';
export interface Metric<Key extends string = string> {
  key: Key;
  label: string;
  unit: MetricUnit;
  /** The definition of the metric for users; docs/glossary.md has the same text. */
  definition: string;
  opens: MetricList | null;
  /** Set if a lower value is better. */
  lowerIsBetter?: true;
}
const figures = <const Keys extends string>(all: readonly Metric<Keys>[]) => all;
/** The keys of a list of metrics. */
export type MetricKeys<Figures extends readonly { key: string }[]> = Figures[number]['key'];

/** By location and day. Sales count at the order's location, on the day the order was placed. */
export const storeMetrics = figures([
  {
    key: 'orders',
    label: 'Orders',
    unit: 'count',
    definition:
      "Orders placed in the period, except cancelled, rejected, failed, expired and unpaid ones. Replacements don't count.",
    opens: 'soldOrders',
  },
  {
    key: 'grossSales',
    label: 'Gross sales',
    unit: 'cents',
    definition: 'Items of these orders before discounts, without tax and delivery fees.',
    opens: 'soldOrders',
  },
  {
    key: 'discounts',
    label: 'Discounts',
    unit: 'cents',
    definition: 'Discounts on these orders.',
    opens: 'soldOrders',
  },
  {
    key: 'promotionDiscounts',
    label: 'Promotions',
    unit: 'cents',
    definition: 'The part of the discounts that promotions gave on items.',
    opens: 'discounts',
  },
  {
    key: 'planDiscounts',
    label: 'Plan discounts',
    unit: 'cents',
    definition: 'The part of the discounts that subscription plans gave.',
    opens: 'discounts',
  },
  {
    key: 'refundedSales',
    label: 'Refunds',
    unit: 'cents',
    definition:
      'Refunded items of delivered orders, after discounts, without tax and delivery fees. Counted on the day the refund was paid, whenever the order was placed.',
    opens: 'refunds',
    lowerIsBetter: true,
  },
  {
    key: 'net',
    label: 'Net sales',
    unit: 'cents',
    definition: 'Gross sales less discounts and refunds.',
    opens: null,
  },
  {
    key: 'tax',
    label: 'Tax',
    unit: 'cents',
    definition: 'Tax on these orders less refunded tax.',
    opens: null,
  },
  {
    key: 'deliveryFees',
    label: 'Delivery fees',
    unit: 'cents',
    definition: 'Delivery fees of these orders less refunded fees.',
    opens: null,
  },
  {
    key: 'deliveryDiscounts',
    label: 'Delivery promotions',
    unit: 'cents',
    definition: 'What promotions took off the delivery fees of these orders, before refunds.',
    opens: 'discounts',
  },
  {
    key: 'totalSales',
    label: 'Total sales',
    unit: 'cents',
    definition: 'Net sales, tax and delivery fees.',
    opens: null,
  },
  {
    key: 'gross',
    label: 'Order totals',
    unit: 'cents',
    definition: 'The totals of these orders with tax and delivery fees, before refunds.',
    opens: 'soldOrders',
  },
  {
    key: 'refunds',
    label: 'Amount refunded',
    unit: 'cents',
    definition:
      'Refunds with tax and delivery fees, counted on the day they were paid. What banks returned is subtracted on the day they did.',
    opens: 'refunds',
    lowerIsBetter: true,
  },
  {
    key: 'commission',
    label: 'Commission',
    unit: 'cents',
    definition: 'Commission on orders delivered in the period, before refunds, as posted to the ledger.',
    opens: 'statements',
  },
  {
    key: 'cancelled',
    label: 'Cancelled',
    unit: 'count',
    definition: 'Orders placed in the period that were cancelled, rejected, failed or expired.',
    opens: 'calledOffOrders',
    lowerIsBetter: true,
  },
  {
    key: 'cancelledShare',
    label: 'Cancellation rate',
    unit: 'share',
    definition: 'Cancelled orders as a share of orders and cancelled orders together.',
    opens: 'calledOffOrders',
    lowerIsBetter: true,
  },
  {
    key: 'returns',
    label: 'Returns',
    unit: 'count',
    definition: 'Returns and replacements requested in the period, whatever the outcome.',
    opens: 'returns',
    lowerIsBetter: true,
  },
  {
    key: 'averageBasket',
    label: 'Average basket',
    unit: 'cents',
    definition: 'Order totals divided by orders.',
    opens: 'soldOrders',
  },
  {
    key: 'preparationMinutes',
    label: 'Preparation time',
    unit: 'minutes',
    definition: 'Average minutes from the start of picking until the order was prepared.',
    opens: 'soldOrders',
    lowerIsBetter: true,
  },
  {
    key: 'deliveryMinutes',
    label: 'Delivery time',
    unit: 'minutes',
    definition: 'Average minutes from leaving the location until the order was delivered.',
    opens: 'soldOrders',
    lowerIsBetter: true,
  },
  {
    key: 'onTimeShare',
    label: 'On time',
    unit: 'share',
    definition: 'Orders delivered before their slot ended, as a share of delivered orders with a slot.',
    opens: 'soldOrders',
  },
  {
    key: 'payout',
    label: 'Owed to locations',
    unit: 'cents',
    definition:
      'What the ledger added to the balance of locations in the period: sales, refunds and adjustments, not payouts.',
    opens: 'statements',
  },
]);

/** By promotion or plan. Orders count on the day they were placed, and an order can have several discounts. */
export const discountMetrics = figures([
  {
    key: 'orders',
    label: 'Orders',
    unit: 'count',
    definition:
      "Orders placed in the period with this discount, except cancelled, rejected, failed, expired and unpaid ones. Replacements don't count.",
    opens: 'soldOrders',
  },
  {
    key: 'itemDiscounts',
    label: 'On items',
    unit: 'cents',
    definition: 'The discount on items of these orders, as picked, before refunds.',
    opens: 'soldOrders',
  },
  {
    key: 'deliveryDiscounts',
    label: 'On delivery',
    unit: 'cents',
    definition: 'The discount of promotions on the delivery fees of these orders, before refunds.',
    opens: 'soldOrders',
  },
  {
    key: 'discounts',
    label: 'Total discount',
    unit: 'cents',
    definition: 'The discount on items and on delivery.',
    opens: 'soldOrders',
  },
  {
    key: 'paidByMarketplace',
    label: 'Paid by marketplace',
    unit: 'cents',
    definition: 'The part of the total discount that the marketplace pays. It pays the discounts of plans.',
    opens: 'soldOrders',
  },
  {
    key: 'paidByLocations',
    label: 'Paid by locations',
    unit: 'cents',
    definition: 'The part of the total discount that is subtracted from the amounts owed to locations.',
    opens: 'soldOrders',
  },
  {
    key: 'paidByVendors',
    label: 'Paid by vendors',
    unit: 'cents',
    definition: 'The part of the total discount that is claimed from vendors.',
    opens: 'soldOrders',
  },
  {
    key: 'gross',
    label: 'Order totals',
    unit: 'cents',
    definition:
      'The totals of these orders with tax and delivery fees, before refunds. In the total, an order with several discounts counts once.',
    opens: 'soldOrders',
  },
  {
    key: 'averageBasket',
    label: 'Average basket',
    unit: 'cents',
    definition: 'Order totals divided by orders.',
    opens: 'soldOrders',
  },
]);

/** By sub-product, location and day. Items sold by weight count in pounds, apart from units. */
export const productMetrics = figures([
  {
    key: 'units',
    label: 'Units',
    unit: 'quantity',
    definition:
      "Units sold at the counter and with orders placed in the period: the picked quantity, or the ordered quantity before picking. Replacements don't count.",
    opens: 'soldOrders',
  },
  {
    key: 'pounds',
    label: 'Pounds',
    unit: 'quantity',
    definition: 'The same for items sold by weight, in pounds.',
    opens: 'soldOrders',
  },
  {
    key: 'revenue',
    label: 'Revenue',
    unit: 'cents',
    definition: 'What these goods were sold for, after discounts and without tax.',
    opens: 'soldOrders',
  },
  {
    key: 'refunds',
    label: 'Refunds',
    unit: 'cents',
    definition:
      'Refunded goods, after discounts and without tax. Counted on the day the refund was paid, whenever the order was placed.',
    opens: 'refunds',
    lowerIsBetter: true,
  },
  {
    key: 'net',
    label: 'Net sales',
    unit: 'cents',
    definition: 'Revenue less refunds.',
    opens: null,
  },
  {
    key: 'cost',
    label: 'Cost',
    unit: 'cents',
    definition: 'What the lots cost that these goods were taken from. Nothing until an order is picked.',
    opens: 'soldOrders',
  },
  {
    key: 'margin',
    label: 'Margin',
    unit: 'cents',
    definition: 'Revenue less cost, before refunds.',
    opens: 'soldOrders',
  },
  {
    key: 'marginShare',
    label: 'Margin %',
    unit: 'share',
    definition: 'Margin as a share of revenue.',
    opens: 'soldOrders',
  },
  {
    key: 'refundedUnits',
    label: 'Refunded units',
    unit: 'quantity',
    definition:
      'Units refunded, counted on the day the refund was paid. Refunding half the price of a line counts as half its units.',
    opens: 'refunds',
    lowerIsBetter: true,
  },
  {
    key: 'refundedPounds',
    label: 'Refunded pounds',
    unit: 'quantity',
    definition: 'The same for items sold by weight, in pounds.',
    opens: 'refunds',
    lowerIsBetter: true,
  },
  {
    key: 'returns',
    label: 'Returns',
    unit: 'count',
    definition: 'Items of returns and replacements requested in the period, whatever the outcome.',
    opens: 'returns',
    lowerIsBetter: true,
  },
  {
    key: 'stock',
    label: 'Stock',
    unit: 'quantity',
    definition: 'Units on hand now, whatever the period.',
    opens: 'stockLevels',
  },
  {
    key: 'stockPounds',
    label: 'Stock in pounds',
    unit: 'quantity',
    definition: 'The same for items sold by weight, in pounds.',
    opens: 'stockLevels',
  },
  {
    key: 'stockValue',
    label: 'Stock value',
    unit: 'cents',
    definition: 'What the lots on hand now cost.',
    opens: 'stockLevels',
  },
  {
    key: 'daysOfStock',
    label: 'Days of stock',
    unit: 'days',
    definition: 'How long the stock lasts at the rate of the period.',
    opens: 'stockLevels',
  },
  {
    key: 'sellThrough',
    label: 'Sell-through',
    unit: 'share',
    definition: 'Units sold as a share of units sold and stock together.',
    opens: 'stockLevels',
  },
  {
    key: 'wasteValue',
    label: 'Waste',
    unit: 'cents',
    definition: 'What the lots cost that were written off in the period as waste or damaged.',
    opens: 'waste',
    lowerIsBetter: true,
  },
  {
    key: 'waste',
    label: 'Wasted units',
    unit: 'quantity',
    definition: 'Units written off in the period as waste or damaged.',
    opens: 'waste',
    lowerIsBetter: true,
  },
  {
    key: 'wastePounds',
    label: 'Wasted pounds',
    unit: 'quantity',
    definition: 'The same for items sold by weight, in pounds.',
    opens: 'waste',
    lowerIsBetter: true,
  },
  {
    key: 'counterUnits',
    label: 'Units at the counter',
    unit: 'quantity',
    definition: 'Units sold at the counter: sales that a register sent. They are part of the units.',
    opens: 'counterSales',
  },
  {
    key: 'counterPounds',
    label: 'Pounds at the counter',
    unit: 'quantity',
    definition: 'The same for items sold by weight, in pounds.',
    opens: 'counterSales',
  },
  {
    key: 'counterRevenue',
    label: 'Revenue at the counter',
    unit: 'cents',
    definition:
      'What was sold at the counter, without tax. It is part of the revenue, and in no order, journal or statement.',
    opens: 'counterSales',
  },
]);
