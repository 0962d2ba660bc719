import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { moneyPlaceLabels } from '@aisle/contract/finance/statement-labels';
import type { Statement } from '@aisle/contract/finance/statements';
import { StatementLink } from '../../../links/finance/statement-link.tsx';
import { StatementState } from '../../../links/finance/statement-status.tsx';
import { LocationLink } from '../../../links/locations/location-link.tsx';
import { PeriodText } from '../../../links/overview/period.tsx';
import type { Fact } from '../../../ui/record/record-head.tsx';
import { payoutText } from '../../payouts/payout-labels.ts';
import classes from '../statements.module.css';

/** The label of a statement's total: "Amount due", "Paid" or "Carried forward". */
export const totalLabel = ({ status }: Pick<Statement, 'status'>): string =>
  ({ open: 'Amount due', paid: 'Paid', carried: 'Carried forward' })[status];

export const StatementBadges = ({ statement }: { statement: Statement }) => (
  <>
    <StatementState status={statement.status} />
    <span className={`bold tabular ${classes.amount}`} data-negative={statement.total < 0 || undefined}>
      {formatMoney(statement.total)}
    </span>
  </>
);

/** The location, period, number of orders and payment of a statement. */
export function summaryOf(statement: Statement): Fact[] {
  const { locationId, locationName, orders, payout, money, carriedInto } = statement;
  return [
    ['Location', <LocationLink key="location" id={locationId} name={locationName} />],
    ['Period', <PeriodText key="period" period={statement} />],
    ['Orders', pluralize(orders, 'order')],
    ['Payout', payout && payoutText(payout)],
    ['Money', money && moneyPlaceLabels[money]],
    [
      'Carried into',
      carriedInto && (
        <span key="into">
          Carried into <StatementLink id={carriedInto._id} number={carriedInto.number} />
        </span>
      ),
    ],
  ];
}
