import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError, messageOf } from '../../../core/api-error.ts';
import { notifySuccess } from '../../../core/notice.tsx';
import { ConflictPanel } from '../../../ui/form/drafts/conflict-panel.tsx';
import { useRecordDraft } from '../../../ui/form/drafts/use-record-draft.ts';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { useSaveKey } from '../../../ui/form/use-save-key.ts';
import type { Conflict } from '../../../ui/form/use-zod-form.ts';
import { authorOf } from '../record/order-events.ts';
import { PickName, Tool } from './pick-row.tsx';
import { differenceText, discountPercentOf, lineTotal } from './picked-order.ts';
import classes from './picking.module.css';
import { SellableSearch } from './sellable-select.tsx';

/** The ordered quantity by line; 0 for a cancelled line. */
const quantitiesOf = ({ lines }: Order): Quantities =>
  Object.fromEntries(lines.map(({ _id, removed, quantity }) => [_id, removed ? 0 : quantity]));
type Quantities = Record<string, number>;

function changedQuantities(order: Order, draft: Quantities) {
  const before = quantitiesOf(order);
  return order.lines.flatMap(({ _id: lineId }) => {
    const quantity = draft[lineId];
    return quantity === undefined || quantity === before[lineId] ? [] : [{ lineId, quantity }];
  });
}

/** Changes the ordered quantities, and adds or removes lines, until picking starts. */
export function ChangeItems({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const saving = useWrite(orderRoutes.editLines, { quiet: true });
  const { read: opened, before, draft, setDraft, conflict, save } = useRecordDraft(order, quantitiesOf);
  const [added, setAdded] = useState<readonly { item: Sellable; quantity: number }[]>([]);
  const [problem, setProblem] = useState('');
  const submitLatest = useSaveKey(() => void submit());
  const changed = opened.lines.filter(({ _id }) => draft[_id] !== before[_id]);
  const discountPercent = discountPercentOf(opened);
  const total =
    opened.deliveryFee +
    opened.lines.reduce((sum, line) => {
      const isSame = !changed.includes(line);
      return sum + (isSame ? line.total : lineTotal(line, draft[line._id] || 0, discountPercent));
    }, 0) +
    added.reduce(
      (sum, { item, quantity }) =>
        sum + lineTotal({ unitPrice: item.price, taxRate: 0, discounts: [] }, quantity || 0, discountPercent),
      0,
    );
  const isUnreadable = [
    ...changed.map(({ _id }) => draft[_id]),
    ...added.map(({ quantity }) => quantity),
  ].some(Number.isNaN);
  const difference = differenceText(opened, total, formatMoney);

  async function submit(): Promise<void> {
    setProblem('');
    try {
      const saved = await save(async (mine, from) => {
        const lines = changedQuantities(from, mine);
        // After a conflict the other user's quantities may be all that is left.
        if (lines.length + added.length === 0) return from;
        return saving.mutateAsync({
          params: { id: order._id },
          body: {
            version: from.version,
            ...(lines.length > 0 && { lines }),
            ...(added.length > 0 && {
              add: added.map(({ item, quantity }) => ({ subProductId: item.subProductId, quantity })),
            }),
          },
        });
      });
      if (!saved) return;
      if (saved !== opened) {
        client.setQueryData(read(orderRoutes.view, { params: { id: order._id } }).queryKey, saved);
        notifySuccess('Items changed');
      }
      onClose();
    } catch (error) {
      const [field] = isApiError(error) ? error.fields : [];
      setProblem(field?.message ?? messageOf(error));
    }
  }
  function add(item: Sellable): void {
    const line = opened.lines.find(({ subProductId }) => subProductId === item.subProductId);
    if (line) setDraft({ ...draft, [line._id]: (draft[line._id] ?? 0) + (item.minPerOrder ?? 1) });
    else if (!added.some((one) => one.item.subProductId === item.subProductId)) {
      setAdded([...added, { item, quantity: item.minPerOrder ?? 1 }]);
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Change items: ${order.number}`} size="lg" centered={false}>
      <Stack gap="sm">
        <ConflictPanel
          form={{ conflict }}
          author={conflict ? authorOf(conflict.record as Order, 'lines') : undefined}
          describe={(lineId, { mine, remote }) => quantityConflict(opened, lineId, { mine, remote })}
          onSettled={() => requestAnimationFrame(submitLatest)}
        />
        <ul className="plain-list grid gap-2" aria-label="Items">
          {opened.lines.map((line) => (
            <OrderedLine
              key={line._id}
              line={line}
              quantity={draft[line._id] ?? 0}
              onChange={(quantity) => setDraft({ ...draft, [line._id]: quantity })}
            />
          ))}
          {added.map(({ item, quantity }, at) => (
            <AddedItem
              key={item.subProductId}
              item={item}
              quantity={quantity}
              onChange={(next) => setAdded(added.with(at, { item, quantity: next }))}
              onRemove={() => setAdded(added.filter((_, index) => index !== at))}
            />
          ))}
        </ul>
        <SellableSearch where={{ orderId: order._id }} label="Add by name, SKU or barcode" onPick={add} />
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="space-between">
          <span role="status" className="tabular">
            {added.length > 0 ? 'About ' : ''}
            <strong>{formatMoney(total)}</strong>
            {difference && ` · ${difference}`}
          </span>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={isUnreadable || conflict !== null || changed.length + added.length === 0}
              loading={saving.isPending}
              onClick={() => void submit()}
            >
              Save changes
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A line that two users gave different quantities. */
function quantityConflict(
  { lines }: Order,
  lineId: string,
  { mine, remote }: Pick<Conflict, 'mine' | 'remote'>,
) {
  const line = lines.find(({ _id }) => _id === lineId);
  const text = (quantity: unknown) =>
    line && Number(quantity) > 0
      ? formatQuantity(Number(quantity), countedIn(line))
      : 'Removed from the order';
  return { label: line ? itemName(line) : 'Item', mine: text(mine[lineId]), remote: text(remote[lineId]) };
}

interface OrderedLineProps {
  line: Order['lines'][number];
  /** The new quantity: 0 removes the line, NaN is invalid input. */
  quantity: number;
  onChange: (quantity: number) => void;
}
function OrderedLine({ line, quantity, onChange }: OrderedLineProps) {
  return (
    <li className={`row wrap gap-2 gap-x-4 ${classes.pick}`} data-state={quantity === 0 ? 'none' : 'open'}>
      <PickName
        name={itemName(line)}
        sku={line.sku}
        text={`${formatQuantity(line.quantity, countedIn(line))} ordered · ${formatMoney(line.unitPrice)}`}
      />
      <div className={classes.pickTools}>
        <QuantityInput
          aria-label={`Quantity of ${itemName(line)}`}
          className={line.soldByWeight ? classes.pickWeight : classes.pickQuantity}
          size="md"
          unit={countedIn(line)}
          value={quantity}
          onChange={(next) => onChange(next ?? Number.NaN)}
        />
        {quantity === 0 ? (
          <Tool label={`Keep ${itemName(line)}`} onClick={() => onChange(line.quantity)}>
            <IconArrowBackUp size={20} />
          </Tool>
        ) : (
          <Tool label={`Remove ${itemName(line)}`} onClick={() => onChange(0)}>
            <IconTrash size={20} />
          </Tool>
        )}
      </div>
      {quantity === 0 && <Text className={classes.pickState}>Removed from the order</Text>}
    </li>
  );
}

interface AddedItemProps {
  item: Sellable;
  quantity: number;
  onChange: (quantity: number) => void;
  onRemove: () => void;
}
function AddedItem({ item, quantity, onChange, onRemove }: AddedItemProps) {
  return (
    <li className={`row wrap gap-2 gap-x-4 ${classes.pick}`} data-state="added">
      <PickName name={itemName(item)} sku={item.sku} text={`Added · ${formatMoney(item.price)}`} />
      <div className={classes.pickTools}>
        <QuantityInput
          aria-label={`Quantity of ${itemName(item)}`}
          className={classes.pickQuantity}
          size="md"
          unit={countedIn(item)}
          value={quantity}
          onChange={(next) => onChange(next ?? Number.NaN)}
        />
        <Tool label={`Remove ${itemName(item)}`} onClick={onRemove}>
          <IconTrash size={20} />
        </Tool>
      </div>
    </li>
  );
}
