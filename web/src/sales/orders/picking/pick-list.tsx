import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { HeldTray } from '../queue/queue-held-tray.tsx';
import { useLinePictures } from '../record/line-pictures.ts';
import { PickAdded } from './pick-added.tsx';
import { PickBags } from './pick-bags.tsx';
import { PickBar } from './pick-bar.tsx';
import { PickLines } from './pick-lines.tsx';
import classes from './picking.module.css';
import { changeCount } from './picking.ts';
import { PickingAnswer } from './picking-answer.tsx';
import { PickScan } from './picking-scan.tsx';
import { SellableSearch } from './sellable-select.tsx';
import { type PickingOptions, usePicking } from './use-picking.ts';

interface PickListProps extends PickingOptions {
  save: () => Promise<unknown>;
  isSaving: boolean;
  /** Noted without a connection: it waits to be sent. */
  isKept?: boolean;
  /** The step that follows, where it has no place in the head. */
  next?: ReactNode;
}

/** What people call the aisle of a shelf: a code alone says little to those who are new. */
function AisleNames({ lines }: { lines: readonly OrderLine[] }) {
  const names = [...new Set(lines.flatMap(({ aisleName }) => aisleName ?? []))];
  return names.length > 0 && <span className={classes.aisleName}> {names.join(', ')}</span>;
}

/** The order as a picker works through it, aisle by aisle, with one thumb; what is done sinks. */
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
      <HeldTray orderId={order._id} />
      <PickScan onCode={picking.onCode} feedback={picking.message} />
      {[...Map.groupBy(open, ({ aisle }) => aisle)].map(([aisle, here]) => (
        <section key={aisle} aria-label={aisle}>
          <h3 className={classes.aisle}>
            {aisle}
            <AisleNames lines={here} />
          </h3>
          <ul className={classes.picks}>{rows(here)}</ul>
        </section>
      ))}
      {(done.length > 0 || draft.added.length > 0) && (
        <section aria-label="Done">
          <h3 className={classes.aisle}>Done</h3>
          <ul className={classes.picks}>
            {rows(done)}
            <PickAdded draft={draft} onDraft={onDraft} />
          </ul>
        </section>
      )}
      <div className={classes.pickMore}>
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
      {next && !isAllDone && <div className={classes.pickNext}>{next}</div>}
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
        <PickingAnswer
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
