import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type StatementPart,
  type StatementPreview,
  statementParts,
} from '@aisle/contract/finance/statements';
import type { ReactNode } from 'react';
import { StatementLink } from '../../../links/finance/statement-link.tsx';
import tables from '../../../ui/values/sums.module.css';
import { isShown, partWords } from '../statement-labels.ts';
import classes from '../statements.module.css';

type Sums = Pick<
  StatementPreview,
  StatementPart | 'orders' | 'taxRemitted' | 'carriedIn' | 'carriedFrom' | 'total'
>;
interface StatementSumsProps {
  sums: Sums;
  /** The label of the total: "Amount due", "Paid" or "Carried forward". */
  totalLabel: string;
  /** Wraps the name of a part in a link to its details. */
  linkTo?: (part: StatementPart, label: string) => ReactNode;
  /** Wraps the number of orders in a link. */
  ordersLink?: (text: string) => ReactNode;
  /** Whether these sums belong to an earlier input. */
  isOld?: boolean;
}

/** The parts of a statement, followed by the total. */
export function StatementSums(props: StatementSumsProps) {
  const { sums, totalLabel, isOld, linkTo = (_, label) => label, ordersLink = (text) => text } = props;
  const { orders, carriedIn, carriedFrom, total, taxRemitted } = sums;
  const shown = statementParts.filter((part) => isShown(part, sums[part]));
  return (
    <>
      <table className={tables.sums} aria-label="Statement" aria-busy={isOld} data-old={isOld || undefined}>
        <tbody>
          {shown.map((part) => (
            <SumRow
              key={part}
              label={linkTo(part, partWords(part).label)}
              hint={part === 'goods' ? ordersLink(pluralize(orders, 'order')) : partWords(part).hint}
              amount={sums[part]}
            />
          ))}
          {carriedFrom && (
            <SumRow
              label="Carried in"
              hint={
                <>
                  From <StatementLink id={carriedFrom._id} number={carriedFrom.number} />
                </>
              }
              amount={carriedIn}
            />
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{totalLabel}</th>
            <td data-negative={total < 0 || undefined}>{formatMoney(total)}</td>
          </tr>
        </tfoot>
      </table>
      {taxRemitted !== 0 && (
        <p className={`m-0 mt-3 text-sm secondary ${classes.aside}`}>
          The marketplace remits {formatMoney(taxRemitted)} of tax itself. It isn't part of the total.
        </p>
      )}
    </>
  );
}

interface SumRowProps {
  label: ReactNode;
  hint?: ReactNode;
  amount: number;
}
const SumRow = ({ label, hint, amount }: SumRowProps) => (
  <tr>
    <th scope="row">
      {label}
      {hint && <small> {hint}</small>}
    </th>
    <td>{formatMoney(amount)}</td>
  </tr>
);
