import { formatMoney } from '@aisle/contract/core/money';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { differenceText, previewTotal } from './picked-order.ts';
import classes from './picking.module.css';
import type { PickDraft } from './picking.ts';

interface PickBarProps {
  order: Order;
  draft: PickDraft;
  save: () => Promise<unknown>;
  isSaving: boolean;
  text: string;
  canSave: boolean;
  /** Saved on this device, and sent once there is a connection. */
  isKept: boolean;
  /** In place of saving, once all is picked: it saves first. */
  next?: ReactNode;
}
/** How far the picker is, and what it comes to before it is saved. */
export function PickBar({ order, draft, text, canSave, save, isSaving, isKept, next }: PickBarProps) {
  const { total, isExact } = previewTotal(order, draft);
  const difference = differenceText(order, total, formatMoney);
  return (
    <StickyBar className={classes.pickBar}>
      <span role="status">
        {text}
        <strong className="tabular">
          {isExact ? '' : 'about '}
          {formatMoney(total)}
        </strong>
        {total !== order.total && <s className="tabular">{formatMoney(order.total)}</s>}
        {difference && <small className={classes.difference}>{difference}</small>}
      </span>
      {next || (
        <Button
          size="md"
          color="teal"
          disabled={!canSave || isKept}
          loading={isSaving}
          leftSection={isKept && <IconCloudOff size={16} aria-hidden />}
          onClick={() => void save()}
        >
          {isKept ? 'Saved on this phone' : 'Save picks'}
        </Button>
      )}
    </StickyBar>
  );
}
