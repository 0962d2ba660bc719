import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { Promotion, PromotionView } from '@aisle/contract/sales/promotions/promotions';
import type { ReactNode } from 'react';
import type { Destination } from '../../core/pages/screens.ts';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DayText } from '../../ui/values/values.tsx';
import classes from './promotions.module.css';

type Orders = Extract<Destination, { to: '/orders' }>;
type Narrowing = Omit<NonNullable<Orders['search']>, 'promotionId'>;

/** The orders that use a promotion. */
const ordersWith = ({ _id: promotionId }: Pick<Promotion, '_id'>, narrowing: Narrowing = {}): Orders => ({
  to: '/orders',
  search: { ...narrowing, promotionId },
});
/** The orders that were placed with a discount of a promotion, with those that lost it. */
const ordersPlacedWith = ({ _id }: Pick<Promotion, '_id'>, narrowing: Narrowing = {}): Orders => ({
  to: '/orders',
  search: { ...narrowing, placedWithPromotionId: _id },
});

interface FiguresProps {
  promotion: Promotion;
  figures: PromotionView['figures'];
}
/** The results of a promotion. Each number opens its orders. */
export function FiguresPanel({ promotion, figures }: FiguresProps) {
  if (figures.orders === 0 && figures.discount === 0) {
    return (
      <Panel title="Results">
        <p className="m-0 secondary">No order has used this promotion yet.</p>
      </Panel>
    );
  }
  return (
    <>
      <Totals promotion={promotion} figures={figures} />
      {figures.byDay.length > 1 && <ByDay promotion={promotion} figures={figures} />}
      <ByLocation promotion={promotion} figures={figures} />
    </>
  );
}

function Totals({ promotion, figures }: FiguresProps) {
  const { averageWith, averageWithout, compared } = figures;
  const used = ordersWith(promotion);
  const sales = {
    isSale: true,
    fromDay: compared.from,
    toDay: compared.to,
    ...(promotion.locationIds && { locationIds: promotion.locationIds }),
  };
  return (
    <Panel title="Results">
      <div className={`grid gap-3 ${classes.metrics}`}>
        <MetricValue label="Uses" value={formatCount(figures.uses)} {...used} />
        <MetricValue label="Orders" value={formatCount(figures.orders)} {...used} />
        <MetricValue
          label="Discount as placed"
          value={formatMoney(figures.discount)}
          {...ordersPlacedWith(promotion)}
        />
        <MetricValue label="Discount now" value={formatMoney(figures.discountNow)} {...used} />
        <MetricValue label="Revenue" value={formatMoney(figures.revenue)} {...used} />
        {averageWith !== null && (
          <MetricValue
            label="Average order with it"
            value={formatMoney(averageWith)}
            {...(averageWithout !== null && { now: averageWith, before: averageWithout })}
            than="orders without it"
            {...ordersWith(promotion, sales)}
          />
        )}
        {averageWithout !== null && (
          <MetricValue
            label="Average order without it"
            value={formatMoney(averageWithout)}
            to="/orders"
            search={{ ...sales, withoutPromotionId: promotion._id }}
          />
        )}
      </div>
      <p className="m-0 mt-3 text-sm secondary">
        “Discount now” follows edits, cancellations and refunds.
        {averageWith !== null && (
          <>
            {' '}
            Averages compare sales at the same locations from <DayText value={compared.from} /> to{' '}
            <DayText value={compared.to} />.
          </>
        )}
      </p>
    </Panel>
  );
}

const shownDays = 31;
function ByDay({ promotion, figures: { byDay } }: FiguresProps) {
  return (
    <Panel title="Discount by day">
      <BarChart
        label="Discount by day"
        format={formatMoney}
        bars={byDay.slice(-shownDays).map(({ day, discountNow }) => ({
          key: day,
          label: (
            <ScreenLink {...ordersWith(promotion, { fromDay: day, toDay: day })}>
              <DayText value={day} />
            </ScreenLink>
          ),
          value: discountNow,
        }))}
      />
      {byDay.length > shownDays && (
        <p className="m-0 mt-3 text-sm secondary">The last {shownDays} days with orders are shown.</p>
      )}
    </Panel>
  );
}

function ByLocation({ promotion, figures: { byLocation } }: FiguresProps) {
  const opens = (value: number, text: ReactNode, orders: Orders) =>
    value === 0 ? text : <ScreenLink {...orders}>{text}</ScreenLink>;
  const used = (locationId: string) => ordersWith(promotion, { locationId });
  return (
    <Panel title="By location">
      <DataTable
        label="Figures by location"
        isWide
        rows={byLocation}
        rowKey={({ locationId }) => locationId}
        columns={[
          {
            header: 'Location',
            cell: ({ locationId, name }) => <LocationLink id={locationId} name={name} />,
            isRowHeader: true,
          },
          {
            header: 'Uses',
            cell: ({ uses, locationId }) => opens(uses, formatCount(uses), used(locationId)),
            align: 'right',
          },
          {
            header: 'Orders',
            cell: ({ orders, locationId }) => opens(orders, formatCount(orders), used(locationId)),
            align: 'right',
          },
          {
            header: 'As placed',
            cell: ({ discount, locationId }) =>
              opens(discount, formatMoney(discount), ordersPlacedWith(promotion, { locationId })),
            align: 'right',
          },
          {
            header: 'Discount now',
            cell: ({ discountNow, locationId }) =>
              opens(discountNow, formatMoney(discountNow), used(locationId)),
            align: 'right',
          },
          {
            header: 'Revenue',
            cell: ({ revenue, locationId }) => opens(revenue, formatMoney(revenue), used(locationId)),
            align: 'right',
          },
        ]}
      />
    </Panel>
  );
}
