import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { Order, OrderLine, Sellable } from '@aisle/contract/orders';
import { ActionIcon, Button, Modal, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconPlus, IconReplace, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { QuantityInput } from '../ui/form/inputs.tsx';
import classes from './orders.module.css';
import {
  changeCount,
  openLines,
  type PickDraft,
  pickedOf,
  pickState,
  previewTotal,
  stepped,
  withPicked,
} from './picking.ts';
import { SellableSearch } from './sellable-select.tsx';

interface PickListProps {
  order: Order;
  draft: PickDraft;
  onDraft: (draft: PickDraft) => void;
  save: () => Promise<unknown>;
  isSaving: boolean;
}

/** The order as a picker works through it, shelf by shelf, with one thumb. */
export function PickList({ order, draft, onDraft, save, isSaving }: PickListProps) {
  const [searching, setSearching] = useState<OrderLine | 'new' | null>(null);
  const lines = openLines(order);
  const done = lines.filter(
    (line) => line._id in draft.substitutes || pickState(line, draft) !== 'open',
  ).length;
  const isUnreadable = lines.some((line) => pickState(line, draft) === 'unreadable');
  const count = changeCount(draft);

  function pick(item: Sellable): void {
    if (searching === 'new') {
      // Twice the same is one line.
      const others = draft.added.filter((one) => one.item.subProductId !== item.subProductId);
      onDraft({ ...draft, added: [...others, { item, quantity: item.minPerOrder ?? 1 }] });
    } else if (searching) {
      const quantity = Math.min(searching.quantity, item.available > 0 ? item.available : searching.quantity);
      onDraft({ ...draft, substitutes: { ...draft.substitutes, [searching._id]: { item, quantity } } });
    }
    setSearching(null);
  }
  function withoutSubstitute(line: OrderLine): void {
    const { [line._id]: _, ...substitutes } = draft.substitutes;
    onDraft({ ...draft, substitutes });
  }

  return (
    <>
      <ul className={classes.picks} aria-label="Lines to pick">
        {lines.map((line) => (
          <PickRow
            key={line._id}
            line={line}
            draft={draft}
            onPicked={(picked) => onDraft(withPicked(draft, line, picked))}
            onSubstitute={() => setSearching(line)}
            onBack={() => withoutSubstitute(line)}
            onSubstituteQuantity={(item, quantity) =>
              onDraft({ ...draft, substitutes: { ...draft.substitutes, [line._id]: { item, quantity } } })
            }
          />
        ))}
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
                onChange={(next) =>
                  onDraft({
                    ...draft,
                    added: draft.added.map((one, index) =>
                      index === at ? { item, quantity: next ?? Number.NaN } : one,
                    ),
                  })
                }
              />
              <ActionIcon
                size={48}
                variant="default"
                aria-label={`Take ${item.name} off again`}
                onClick={() => onDraft({ ...draft, added: draft.added.filter((_, index) => index !== at) })}
              >
                <IconX size={20} stroke={1.5} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ul>
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
        text={`${done} of ${lines.length} lines`}
        canSave={count > 0 && !isUnreadable}
        save={save}
        isSaving={isSaving}
      />
      <Modal
        opened={searching !== null}
        onClose={() => setSearching(null)}
        title={searching === 'new' ? 'Add an item' : `Instead of ${searching?.name ?? ''}`}
        size="lg"
      >
        {searching && (
          <SellableSearch
            autoFocus
            where={{ orderId: order._id, ...(searching !== 'new' && { lineId: searching._id }) }}
            label="Name, SKU or barcode"
            {...(searching !== 'new' && { without: searching.subProductId })}
            onPick={pick}
          />
        )}
      </Modal>
    </>
  );
}

function PickName({ name, sku, text }: { name: string; sku: string; text: string }) {
  return (
    <div className={classes.pickName}>
      <strong>{name}</strong>
      <span>{text}</span>
      <small>{sku}</small>
    </div>
  );
}

interface PickRowProps {
  line: OrderLine;
  draft: PickDraft;
  onPicked: (picked: number | null) => void;
  onSubstitute: () => void;
  onSubstituteQuantity: (item: Sellable, quantity: number) => void;
  onBack: () => void;
}
function PickRow({ line, draft, onPicked, onSubstitute, onSubstituteQuantity, onBack }: PickRowProps) {
  const substitute = draft.substitutes[line._id];
  const picked = pickedOf(line, draft);
  const state = pickState(line, draft);
  const wanted = formatQuantity(line.quantity, countedIn(line));
  const price = `${formatMoney(line.unitPrice)}${line.soldByWeight ? ` / ${line.unit}` : ''}`;

  if (substitute) {
    const { item, quantity } = substitute;
    return (
      <li className={classes.pick} data-state="added">
        <PickName
          name={item.name}
          sku={item.sku}
          text={`Instead of ${line.name} · ${formatMoney(item.price)}`}
        />
        <div className={classes.pickTools}>
          <QuantityInput
            aria-label={`Quantity of ${item.name}`}
            className={classes.pickQuantity}
            size="md"
            unit={countedIn(item)}
            value={quantity}
            onChange={(next) => onSubstituteQuantity(item, next ?? Number.NaN)}
          />
          <ActionIcon size={48} variant="default" aria-label={`Pick ${line.name} after all`} onClick={onBack}>
            <IconX size={20} stroke={1.5} />
          </ActionIcon>
        </div>
      </li>
    );
  }
  return (
    <li className={classes.pick} data-state={state}>
      <PickName
        name={line.name}
        sku={line.sku + (line.substituteFor ? ' · substitute' : '')}
        text={`${wanted}${line.soldByWeight ? ' at' : ' ×'} ${price}`}
      />
      {line.note && <span className={classes.lineNote}>“{line.note}”</span>}
      <div className={classes.pickTools}>
        {!line.soldByWeight && (
          <ActionIcon
            size={48}
            variant="default"
            aria-label={`One less of ${line.name}`}
            onClick={() => onPicked(stepped(picked ?? line.quantity, -1))}
          >
            <IconMinus size={20} stroke={1.5} />
          </ActionIcon>
        )}
        <QuantityInput
          aria-label={`Picked of ${line.name}`}
          className={line.soldByWeight ? classes.pickWeight : classes.pickQuantity}
          size="md"
          unit={countedIn(line)}
          placeholder={line.soldByWeight ? 'Weigh' : '0'}
          value={picked}
          error={state === 'unreadable'}
          onChange={onPicked}
          onFocus={(event) => event.currentTarget.select()}
        />
        {!line.soldByWeight && (
          <ActionIcon
            size={48}
            variant="default"
            aria-label={`One more of ${line.name}`}
            disabled={picked !== null && picked >= line.quantity}
            onClick={() => onPicked(stepped(picked, 1))}
          >
            <IconPlus size={20} stroke={1.5} />
          </ActionIcon>
        )}
        <ActionIcon
          size={48}
          variant="default"
          aria-label={`Something else instead of ${line.name}`}
          onClick={onSubstitute}
        >
          <IconReplace size={20} stroke={1.5} />
        </ActionIcon>
        <ActionIcon
          size={48}
          className={classes.tick}
          variant={state === 'open' ? 'default' : 'filled'}
          color={state === 'full' ? 'teal' : 'gray'}
          aria-label={state === 'open' ? `All of ${line.name} picked` : `${line.name} is not picked yet`}
          aria-pressed={state === 'full'}
          onClick={() => onPicked(state === 'open' || state === 'unreadable' ? line.quantity : null)}
        >
          <IconCheck size={24} stroke={2} />
        </ActionIcon>
      </div>
      {state === 'short' && <Text className={classes.pickState}>Short: {wanted} wanted</Text>}
      {state === 'none' && <Text className={classes.pickState}>None left: this line falls out</Text>}
    </li>
  );
}

interface PickBarProps {
  order: Order;
  draft: PickDraft;
  text: string;
  canSave: boolean;
  save: () => Promise<unknown>;
  isSaving: boolean;
}
/** How far the picker is, and what it comes to before it is saved. */
function PickBar({ order, draft, text, canSave, save, isSaving }: PickBarProps) {
  const { total, isExact } = previewTotal(order, draft);
  return (
    <div className={classes.pickBar}>
      <span role="status">
        {text}
        <strong className="tabular">
          {isExact ? '' : 'about '}
          {formatMoney(total)}
        </strong>
        {total !== order.total && <s className="tabular">{formatMoney(order.total)}</s>}
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
