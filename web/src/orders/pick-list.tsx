import { formatMoney } from '@aisle/contract/core/money';
import { addQuantities, countedIn } from '@aisle/contract/core/quantity';
import { fateOf } from '@aisle/contract/line-fate';
import type { OrderLine, ShopperAnswer } from '@aisle/contract/order-lines';
import type { Order } from '@aisle/contract/order-view';
import type { Sellable } from '@aisle/contract/sellables';
import { Button, Modal } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { QuantityInput } from '../ui/form/inputs.tsx';
import classes from './orders.module.css';
import { PickName, PickRow, SubstituteRow, Tool } from './pick-row.tsx';
import {
  changeCount,
  differenceText,
  isDone,
  openLines,
  type PickDraft,
  pickedOf,
  pickState,
  previewTotal,
  scanned,
  withPicked,
} from './picking.ts';
import { PickingAnswer } from './picking-answer.tsx';
import { PickScan } from './picking-scan.tsx';
import { HeldTray } from './queue-held-tray.tsx';
import { SellableSearch } from './sellable-select.tsx';

interface PickListProps {
  order: Order;
  draft: PickDraft;
  onDraft: (draft: PickDraft) => void;
  save: () => Promise<unknown>;
  isSaving: boolean;
  /** Noted without a connection: it waits to be sent. */
  isKept?: boolean;
}

/** The order as a picker works through it, aisle by aisle, with one thumb; what is done sinks. */
export function PickList({ order, draft, onDraft, save, isSaving, isKept = false }: PickListProps) {
  const [searching, setSearching] = useState<OrderLine | 'new' | null>(null);
  const [said, setSaid] = useState<{ text: string; isWrong: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const tolerance = order.pickTolerancePercent;
  const lines = openLines(order);
  // The line worked on last stays where it is until the next one is: a weight would lose its field after the first
  // digit, and a line that moves when another is touched takes the touch away from it.
  const [inHand, setInHand] = useState<string | null>(null);
  const doneCount = lines.filter((line) => isDone(line, draft)).length;
  const [open, done] = [true, false].map((wanted) =>
    lines.filter((line) => (line._id === inHand || !isDone(line, draft)) === wanted),
  ) as [OrderLine[], OrderLine[]];
  const isUnreadable = lines.some((line) =>
    ['unreadable', 'tooMuch'].includes(pickState(line, draft, tolerance)),
  );

  function onCode(code: string): void {
    const found = scanned(order, draft, code);
    setSaid({ text: found.text, isWrong: found.kind === 'wrong' });
    if (found.kind === 'wrong') navigator.vibrate?.([80, 60, 80]);
    if (found.kind === 'picked') {
      setInHand(null);
      onDraft(found.draft);
    }
    if (found.kind === 'weigh') {
      list.current?.querySelector<HTMLInputElement>(`[data-line="${found.line._id}"] input`)?.focus();
    }
  }
  function add(item: Sellable): void {
    setSearching(null);
    const line = lines.find(({ subProductId }) => subProductId === item.subProductId);
    if (line) {
      setSaid({ text: `${line.name} is on the order already`, isWrong: true });
      return;
    }
    // Twice the same is one line.
    const others = draft.added.filter((one) => one.item.subProductId !== item.subProductId);
    onDraft({ ...draft, added: [...others, { item, quantity: item.minPerOrder ?? 1 }] });
  }
  function substitute(line: OrderLine, item: Sellable, answer: ShopperAnswer | null): void {
    const missing = addQuantities(line.quantity, -(pickedOf(line, draft) ?? 0)) || line.quantity;
    const quantity = Math.min(missing, item.available);
    const { [line._id]: _, ...answers } = draft.answers;
    onDraft({
      ...draft,
      answers,
      substitutes: { ...draft.substitutes, [line._id]: { item, quantity, answer } },
    });
    setSearching(null);
  }
  function refused(line: OrderLine): void {
    const next = pickedOf(line, draft) === null ? withPicked(draft, line, 0) : draft;
    onDraft({ ...next, answers: { ...next.answers, [line._id]: 'refused' } });
    setSearching(null);
  }
  const withoutSubstitute = ({ _id }: OrderLine): void => {
    const { [_id]: _, ...substitutes } = draft.substitutes;
    onDraft({ ...draft, substitutes });
  };

  const row = (line: OrderLine) => {
    const instead = draft.substitutes[line._id];
    if (instead && !pickedOf(line, draft)) return substituteRow(line);
    return (
      <PickRow
        key={line._id}
        line={line}
        draft={draft}
        tolerance={tolerance}
        fate={fateOf(line, order.lines)}
        onPicked={(picked) => {
          setInHand(line._id);
          onDraft(withPicked(draft, line, picked));
        }}
        onSubstitute={() => setSearching(line)}
        onTakeBack={(back) => {
          const others = draft.takenBack.filter((id) => id !== line._id);
          onDraft({ ...draft, takenBack: back ? [...others, line._id] : others });
        }}
      />
    );
  };
  const substituteRow = (line: OrderLine) => {
    const instead = draft.substitutes[line._id]!;
    return (
      <SubstituteRow
        key={`${line._id}-instead`}
        line={line}
        {...instead}
        onQuantity={(quantity) =>
          onDraft({ ...draft, substitutes: { ...draft.substitutes, [line._id]: { ...instead, quantity } } })
        }
        onBack={() => withoutSubstitute(line)}
      />
    );
  };
  const rows = (some: readonly OrderLine[]) =>
    some.flatMap((line) => {
      const isPart = draft.substitutes[line._id] && pickedOf(line, draft);
      return isPart ? [row(line), substituteRow(line)] : [row(line)];
    });

  return (
    <div ref={list}>
      <HeldTray orderId={order._id} />
      <PickScan onCode={onCode} said={said} />
      {[...Map.groupBy(open, ({ aisle }) => aisle)].map(([aisle, here]) => (
        <section key={aisle} aria-label={aisle}>
          <h3 className={classes.aisle}>{aisle}</h3>
          <ul className={classes.picks}>{rows(here)}</ul>
        </section>
      ))}
      {(done.length > 0 || draft.added.length > 0) && (
        <section aria-label="Done">
          <h3 className={classes.aisle}>Done</h3>
          <ul className={classes.picks}>
            {rows(done)}
            {draft.added.map(({ item, quantity }, at) => (
              <li key={item.subProductId} className={classes.pick} data-state="added">
                <PickName name={item.name} sku={item.sku} text={`Added · ${formatMoney(item.price)}`} />
                <div className={classes.pickTools}>
                  <QuantityInput
                    aria-label={`Quantity of ${item.name}`}
                    className={classes.pickQuantity}
                    size="md"
                    unit={countedIn(item)}
                    value={quantity}
                    onChange={(next) => {
                      const added = draft.added.with(at, { item, quantity: next ?? Number.NaN });
                      onDraft({ ...draft, added });
                    }}
                  />
                  <Tool
                    label={`Take ${item.name} off again`}
                    onClick={() =>
                      onDraft({ ...draft, added: draft.added.filter((_, index) => index !== at) })
                    }
                  >
                    <IconX size={20} stroke={1.5} />
                  </Tool>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button
        variant="default"
        mt="sm"
        size="md"
        className={classes.noPrint}
        leftSection={<IconPlus size={16} stroke={1.5} />}
        onClick={() => setSearching('new')}
      >
        Add an item
      </Button>
      <PickBar
        order={order}
        draft={draft}
        text={
          doneCount === lines.length
            ? `All ${lines.length} lines done: save, and mark as prepared`
            : `${doneCount} of ${lines.length} lines`
        }
        canSave={changeCount(draft) > 0 && !isUnreadable}
        save={save}
        isSaving={isSaving}
        isKept={isKept}
      />
      {searching === 'new' && (
        <Modal opened onClose={() => setSearching(null)} title="Add an item" size="lg" centered={false}>
          <SellableSearch
            autoFocus
            where={{ orderId: order._id }}
            label="Name, SKU or barcode"
            onPick={add}
          />
        </Modal>
      )}
      {searching !== null && searching !== 'new' && (
        <PickingAnswer
          order={order}
          line={searching}
          onClose={() => setSearching(null)}
          onSubstitute={(item, answer) => substitute(searching, item, answer)}
          onRefused={() => refused(searching)}
        />
      )}
    </div>
  );
}

interface PickBarProps extends Pick<PickListProps, 'order' | 'draft' | 'save' | 'isSaving'> {
  text: string;
  canSave: boolean;
  isKept: boolean;
}
/** How far the picker is, and what it comes to before it is saved. */
function PickBar({ order, draft, text, canSave, save, isSaving, isKept }: PickBarProps) {
  const { total, isExact } = previewTotal(order, draft);
  const difference = differenceText(order, total, formatMoney);
  return (
    <div className={classes.pickBar}>
      <span role="status">
        {text}
        <strong className="tabular">
          {isExact ? '' : 'about '}
          {formatMoney(total)}
        </strong>
        {total !== order.total && <s className="tabular">{formatMoney(order.total)}</s>}
        {difference && <small className={classes.difference}>{difference}</small>}
        {isKept && (
          <small className={classes.difference}>Kept here, and sent when there is a connection</small>
        )}
      </span>
      <Button
        size="md"
        color="teal"
        style={{ flexShrink: 0 }}
        disabled={!canSave}
        loading={isSaving}
        onClick={() => void save()}
      >
        Save picks
      </Button>
    </div>
  );
}
