import type { Picture } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn } from '@aisle/contract/core/quantity';
import { lineOutcome } from '@aisle/contract/sales/orders/line-outcome';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button, Modal } from '@mantine/core';
import { IconCloudOff, IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { QueuedTray } from '../queue/queued-writes-tray.tsx';
import { useLinePictures } from '../record/line-pictures.ts';
import { PickName, PickRow, SubstituteRow, Tool } from './pick-row.tsx';
import { differenceText, discountPercentOf, previewTotal } from './picked-order.ts';
import classes from './picking.module.css';
import { changeCount, type PickDraft, pickedOf } from './picking.ts';
import { PickScan } from './picking-scan.tsx';
import { SellableSearch } from './sellable-select.tsx';
import { ShopperResponse } from './shopper-response.tsx';
import { type Picking, type PickingOptions, usePicking } from './use-picking.ts';

interface PickListProps extends PickingOptions {
  save: () => Promise<unknown>;
  isSaving: boolean;
  /** The picks were saved offline and wait to be sent. */
  isKept?: boolean;
  /** The next step, if the header doesn't show it. */
  next?: ReactNode;
}

/** The common names of the aisles, because new employees don't know the shelf codes. */
function AisleNames({ lines }: { lines: readonly OrderLine[] }) {
  const names = [...new Set(lines.flatMap(({ aisleName }) => aisleName ?? []))];
  return names.length > 0 && <span className={classes.aisleName}> {names.join(', ')}</span>;
}

/** The items of an order by aisle, for one-handed picking; completed lines move to the bottom. */
export function PickList({ order, draft, onDraft, save, isSaving, isKept = false, next }: PickListProps) {
  const picking = usePicking({ order, draft, onDraft });
  const { lines, open, done, doneCount, searching, setSearching } = picking;
  const pictures = useLinePictures(order._id);
  const close = () => setSearching(null);
  const isAllDone = doneCount === lines.length && !picking.hasBadQuantity;
  const rows = (some: readonly OrderLine[]) => (
    <PickLines lines={some} order={order} draft={draft} picking={picking} pictures={pictures} />
  );
  return (
    <div ref={picking.list}>
      <QueuedTray orderId={order._id} />
      <PickScan onCode={picking.onCode} feedback={picking.message} />
      {[...Map.groupBy(open, ({ aisle }) => aisle)].map(([aisle, here]) => (
        <section key={aisle} aria-label={aisle}>
          <h3 className={`text-md bold secondary ${classes.aisle}`}>
            {aisle}
            <AisleNames lines={here} />
          </h3>
          <ul className="plain-list grid gap-2">{rows(here)}</ul>
        </section>
      ))}
      {(done.length > 0 || draft.added.length > 0) && (
        <section aria-label="Done">
          <h3 className={`text-md bold secondary ${classes.aisle}`}>Done</h3>
          <ul className="plain-list grid gap-2">
            {rows(done)}
            <PickAdded draft={draft} onDraft={onDraft} />
          </ul>
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
        <PickBags bags={draft.bags ?? order.bags} onBags={(bags) => onDraft({ ...draft, bags })} />
      </div>
      <PickBar
        order={order}
        draft={draft}
        text={
          doneCount === lines.length ? `All ${lines.length} done` : `${doneCount} of ${lines.length} done`
        }
        canSave={changeCount(draft) > 0 && !picking.hasBadQuantity}
        save={save}
        isSaving={isSaving}
        isKept={isKept}
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
          onRefused={() => picking.refuse(searching)}
        />
      )}
    </div>
  );
}

interface PickAddedProps {
  draft: PickDraft;
  onDraft: (draft: PickDraft) => void;
}

/** Items added to the order during picking. */
function PickAdded({ draft, onDraft }: PickAddedProps) {
  return draft.added.map(({ item, quantity }, at) => (
    <li key={item.subProductId} className={`row wrap gap-2 gap-x-4 ${classes.pick}`} data-state="added">
      <PickName name={itemName(item)} sku={item.sku} text={`Added · ${formatMoney(item.price)}`} />
      <div className={classes.pickTools}>
        <QuantityInput
          aria-label={`Quantity of ${itemName(item)}`}
          className={classes.pickQuantity}
          size="md"
          unit={countedIn(item)}
          value={quantity}
          onChange={(next) =>
            onDraft({ ...draft, added: draft.added.with(at, { item, quantity: next ?? Number.NaN }) })
          }
        />
        <Tool
          label={`Remove ${itemName(item)}`}
          onClick={() => onDraft({ ...draft, added: draft.added.filter((_, index) => index !== at) })}
        >
          <IconX size={20} />
        </Tool>
      </div>
    </li>
  ));
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
  draft: PickDraft;
  save: () => Promise<unknown>;
  isSaving: boolean;
  text: string;
  canSave: boolean;
  /** Saved on this device and sent when the connection is back. */
  isKept: boolean;
  /** Replaces the save button once all lines are picked; it saves first. */
  next?: ReactNode;
}
/** The picking progress and the preview of the total before saving. */
function PickBar({ order, draft, text, canSave, save, isSaving, isKept, next }: PickBarProps) {
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

interface PickLinesProps {
  lines: readonly OrderLine[];
  order: Order;
  draft: PickDraft;
  picking: Picking;
  pictures: ReadonlyMap<string, Picture>;
}

/** The lines to pick, each with its substitute for the whole line or for the missing part. */
function PickLines({ lines, order, draft, picking, pictures }: PickLinesProps) {
  return lines.flatMap((line) => {
    const substitute = draft.substitutes[line._id];
    const isPicked = Boolean(pickedOf(line, draft));
    return [
      (!substitute || isPicked) && (
        <PickRow
          key={line._id}
          line={line}
          picture={pictures.get(line._id)}
          draft={draft}
          tolerance={order.pickTolerancePercent}
          discountPercent={discountPercentOf(order)}
          fate={lineOutcome(line, order.lines)}
          onPicked={(quantity) => picking.pick(line, quantity)}
          onSubstitute={() => picking.setSearching(line)}
          onTakeBack={(isBack) => picking.takeBack(line, isBack)}
        />
      ),
      substitute && (
        <SubstituteRow
          key={`${line._id}-instead`}
          line={line}
          {...substitute}
          onQuantity={(quantity) => picking.changeSubstitute(line, quantity)}
          onBack={() => picking.removeSubstitute(line)}
        />
      ),
    ];
  });
}
