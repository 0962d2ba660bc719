import { formatCount, howMany } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import { Button } from '@mantine/core';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import classes from '../inventory.module.css';
import { type ReceiptDraftRow, receiptTotals } from './receipt-rows.ts';

interface ReceiptFootProps {
  rows: readonly ReceiptDraftRow[];
  page: number;
  pages: number;
  onPage: (page: number) => void;
  onAddRow: () => void;
  isSending: boolean;
  canReceive: boolean;
  onReceive: () => void;
}

/** What the receipt comes to, its pages, and receiving it. */
export function ReceiptFoot(props: ReceiptFootProps) {
  const { page, pages, onPage } = props;
  const totals = receiptTotals(props.rows);
  const unknown = props.rows.filter(({ isUnknown }) => isUnknown).length;
  return (
    <StickyBar className={classes.foot} isInFlowOnPhones>
      <span role="status">
        <b>{formatCount(totals.rows)}</b> {totals.rows === 1 ? 'row' : 'rows'} ·{' '}
        <b>{formatCount(totals.units)}</b> {totals.units === 1 ? 'unit' : 'units'} ·{' '}
        <b>{formatMoney(totals.cost)}</b>
        {unknown > 0 && (
          <>
            {' · '}
            <b className={classes.unknown}>{howMany(unknown, 'unknown code')}</b>
          </>
        )}
      </span>
      {pages > 1 && (
        <span>
          <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Earlier rows
          </Button>{' '}
          <Button variant="default" size="xs" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
            Later rows
          </Button>
        </span>
      )}
      <Button variant="default" ml="auto" onClick={props.onAddRow}>
        Add row
      </Button>
      <Button loading={props.isSending} disabled={!props.canReceive} onClick={props.onReceive}>
        Receive
      </Button>
    </StickyBar>
  );
}
