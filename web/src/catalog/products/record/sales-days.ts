import type { ProductSales } from '@aisle/contract/catalog/product-figures';

export type SalesDay = ProductSales['byDay'][number];

const dayLength = 86_400_000;
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayLength).toISOString().slice(0, 10);

/** The last days up to `to`, including days without sales, the earliest first. */
export function salesByDay({ to, byDay }: Pick<ProductSales, 'to' | 'byDay'>, length: number): SalesDay[] {
  const known = new Map(byDay.map((one) => [one.day, one]));
  return Array.from({ length }, (_, at) => {
    const day = dayBefore(to, length - 1 - at);
    return known.get(day) ?? { day, units: 0, revenue: 0, orders: 0 };
  });
}

export const totalOf = (days: readonly SalesDay[]) =>
  days.reduce(
    (sum, { units, revenue, orders }) => ({
      units: sum.units + units,
      revenue: sum.revenue + revenue,
      orders: sum.orders + orders,
    }),
    { units: 0, revenue: 0, orders: 0 },
  );
