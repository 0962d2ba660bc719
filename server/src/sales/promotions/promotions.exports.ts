import { type BatchCode, type Promotion, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const promotionExports = {
  promotions: exportOf<Promotion>({ title: 'Promotions', route: promotionRoutes.list }, [
    text('Number', (row) => row.number),
    text('Name', (row) => row.name),
    text('Label', (row) => row.label),
    text('Status', (row) => row.status),
    text('Kind', (row) => row.reward.kind),
    text('Code', (row) => (row.codes.kind === 'shared' ? row.codes.code : null)),
    instant('Starts', (row) => row.schedule.startsAt),
    instant('Ends', (row) => row.schedule.endsAt),
    number('Marketplace pays %', (row) => row.funding.marketplace),
    number('Location pays %', (row) => row.funding.location),
    number('Vendor pays %', (row) => row.funding.vendor),
    money('Budget', (row) => row.limits.budget),
    number('Uses', (row) => row.figures.uses),
    number('Orders', (row) => row.figures.orders),
    money('Discount as placed', (row) => row.figures.discount),
    money('Discount now', (row) => row.figures.discountNow),
    money('Revenue', (row) => row.figures.revenue),
  ]),
  promotionCodes: exportOf<BatchCode>({ title: 'Promotion codes', route: promotionRoutes.codeList }, [
    text('Code', (row) => row.code),
    text('State', (row) => row.state),
    instant('Used', (row) => row.usedAt),
    text('Checkout', (row) => row.mainOrderNumber),
  ]),
};
