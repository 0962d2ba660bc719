import type { Picture } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { lineOutcome } from '@aisle/contract/sales/orders/line-outcome';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button, Modal } from '@mantine/core';
import { IconCloudOff, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSignedIn } from '../../../core/session/session.ts';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { QueuedTray } from '../queue/queued-writes-tray.tsx';
import { useLinePictures } from '../record/line-pictures.ts';
import { ExtraRow, PickRow, Tool } from './pick-row.tsx';
import { differenceText, discountPercentOf, isUnsent, orderedTotal } from './picked-order.ts';
import classes from './picking.module.css';
import { PickScan } from './picking-scan.tsx';
import { SellableSearch } from './sellable-select.tsx';
import { ShopperResponse } from './shopper-response.tsx';
import { type Picking, type PickingOptions, usePicking } from './use-picking.ts';

interface PickListProps extends PickingOptions {
  /** The number of changes that aren't sent yet. */
  unsent: number;
  /** The next step, if the header doesn't show it. */
  next?: ReactNode;
}

/** The common names of the aisles, because new employees don't know the shelf codes. */
function AisleNames({ lines }: { lines: readonly OrderLine[] }) {
  const names = [...new Set(lines.flatMap(({ aisleName }) => aisleName ?? []))];
  return names.length > 0 && <span className={classes.aisleName}> {names.join(', ')}</span>;
}

/** The items of an order by aisle, for one-handed picking; completed lines move to the bottom. */
export function PickList({ order, save, unsent, next }: PickListProps) {
  const picking = usePicking({ order, save });
  const { lines, open, done, doneCount, searching, setSearching } = picking;
  const pictures = useLinePictures(order._id);
  const close = () => setSearching(null);
  const isAllDone = doneCount === lines.length && !picking.hasBadQuantity;
  const rows = (some: readonly OrderLine[]) => (
    <PickLines lines={some} order={order} picking={picking} pictures={pictures} />
  );
  return (
    <div ref={picking.list}>
      <QueuedTray orderId={order._id} isRefusedOnly />
      <PickScan onCode={picking.onCode} feedback={picking.message} />
      {[...Map.groupBy(open, ({ aisle }) => aisle)].map(([aisle, here]) => (
        <section key={aisle} aria-label={aisle || 'No shelf'}>
          <h3 className={`text-md bold secondary ${classes.aisle}`}>
            {aisle}
            <AisleNames lines={here} />
          </h3>
          <ul className="plain-list grid gap-2">{rows(here)}</ul>
        </section>
      ))}
      {done.length > 0 && (
        <section aria-label="Done">
          <h3 className={`text-md bold secondary ${classes.aisle}`}>Done</h3>
          <ul className="plain-list grid gap-2">{rows(done)}</ul>
        </section>
      )}
      <div className="row wrap between gap-3 mt-3">
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={16} />}
          onClick={() => setSearching('new')}
        >
          Add item
        </Button>
        <PickBags bags={order.bags} onBags={picking.countBags} />
      </div>
      <PickBar
        order={order}
        doneCount={doneCount}
        count={lines.length}
        unsent={unsent}
        next={isAllDone && next}
      />
      {next && !isAllDone && <div className={`mt-4 ${classes.pickNext}`}>{next}</div>}
      {searching === 'new' && (
        <Modal opened onClose={close} title="Add item" size="lg" centered={false}>
          <SellableSearch
            autoFocus
            where={{ orderId: order._id }}
            label="Name, SKU or barcode"
            onPick={picking.add}
          />
        </Modal>
      )}
      {searching !== null && searching !== 'new' && (
        <ShopperResponse
          order={order}
          line={searching}
          onClose={close}
          onSubstitute={(item, answer) => picking.substitute(searching, item, answer)}
          onWithout={(answer) => picking.goWithout(searching, answer)}
        />
      )}
    </div>
  );
}

const maxBags = 99;

interface PickBagsProps {
  /** Null until entered. */
  bags: number | null;
  onBags: (bags: number) => void;
}
/** The number of bags that the order fills, shown to the people who carry them. */
function PickBags({ bags, onBags }: PickBagsProps) {
  return (
    <fieldset className={`row gap-3 m-0 ${classes.bags}`}>
      <legend>Bags</legend>
      {bags === null ? (
        <Button size="md" variant="default" onClick={() => onBags(1)}>
          Count bags
        </Button>
      ) : (
        <div className={classes.pickTools}>
          <Tool label="One bag less" onClick={() => onBags(Math.max(1, bags - 1))}>
            <IconMinus size={20} />
          </Tool>
          <output className={classes.bagCount}>{bags}</output>
          <Tool label="One bag more" onClick={() => onBags(Math.min(maxBags, bags + 1))}>
            <IconPlus size={20} />
          </Tool>
        </div>
      )}
    </fieldset>
  );
}

interface PickBarProps {
  order: Order;
  doneCount: number;
  count: number;
  unsent: number;
  /** The next step, once all lines are picked. */
  next?: ReactNode;
}
/** The picking progress, the total of what is in the bag, and whether the server has it. */
function PickBar({ order, doneCount, count, unsent, next }: PickBarProps) {
  const ordered = orderedTotal(order);
  const difference = differenceText({ ...order, total: ordered }, order.total, formatMoney);
  const isAbout = order.lines.some(isUnsent);
  return (
    <StickyBar className={classes.pickBar}>
      <span role="status">
        {doneCount === count ? `All ${count} done` : `${doneCount} of ${count} done`}
        <strong className="tabular">
          {isAbout && 'about '}
          {formatMoney(order.total)}
        </strong>
        {order.total !== ordered && <s className="tabular">{formatMoney(ordered)}</s>}
        {difference && <small className={classes.difference}>{difference}</small>}
      </span>
      <SavedState unsent={unsent} />
      {next}
    </StickyBar>
  );
}

const SavedState = ({ unsent }: { unsent: number }) => (
  <span className={`inline-row gap-1 text-sm secondary ${classes.saved}`} role="status">
    {unsent > 0 && <IconCloudOff size={16} aria-hidden />}
    {unsent > 0 ? `${pluralize(unsent, 'change')} not sent` : 'Saved'}
  </span>
);

interface PickLinesProps {
  lines: readonly OrderLine[];
  order: Order;
  picking: Picking;
  pictures: ReadonlyMap<string, Picture>;
}

/** The lines to pick, and the items that staff put into the bag. */
function PickLines({ lines, order, picking, pictures }: PickLinesProps) {
  const { userId } = useSignedIn();
  return lines.map((line) => {
    const shared = {
      line,
      picture: pictures.get(line._id),
      pickedBy: line.pickedBy && line.pickedBy._id !== userId ? line.pickedBy.name : null,
    };
    if (line.addedByStaff) {
      return (
        <ExtraRow
          key={line._id}
          {...shared}
          original={line.substituteFor && picking.lineOf(line.substituteFor)}
          onQuantity={(quantity) => picking.changeExtra(line, quantity)}
        />
      );
    }
    return (
      <PickRow
        key={line._id}
        {...shared}
        tolerance={order.pickTolerancePercent}
        discountPercent={discountPercentOf(order)}
        fate={lineOutcome(line, order.lines)}
        onPicked={(quantity) => picking.pick(line, quantity)}
        onSubstitute={() => picking.setSearching(line)}
      />
    );
  });
}
