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
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { PickName, Tool } from './pick-row.tsx';
import { differenceText, discountPercentOf, lineTotal } from './picked-order.ts';
import classes from './picking.module.css';
import { SellableSearch } from './sellable-select.tsx';

/** Changes the ordered quantities, and adds or removes lines, until picking starts. */
export function ChangeItems({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const saving = useWrite(orderRoutes.editLines, { quiet: true });
  const [wanted, setWanted] = useState<Readonly<Record<string, number>>>({});
  const [added, setAdded] = useState<readonly { item: Sellable; quantity: number }[]>([]);
  const [problem, setProblem] = useState('');
  const requestedQuantity = (line: Order['lines'][number]) =>
    wanted[line._id] ?? (line.removed ? 0 : line.quantity);
  const changed = order.lines.filter(
    (line) => requestedQuantity(line) !== (line.removed ? 0 : line.quantity),
  );
  const discountPercent = discountPercentOf(order);
  const total =
    order.deliveryFee +
    order.lines.reduce((sum, line) => {
      const isSame = !changed.includes(line);
      return sum + (isSame ? line.total : lineTotal(line, requestedQuantity(line) || 0, discountPercent));
    }, 0) +
    added.reduce(
      (sum, { item, quantity }) =>
        sum + lineTotal({ unitPrice: item.price, taxRate: 0 }, quantity || 0, discountPercent),
      0,
    );
  const isUnreadable = [...changed.map(requestedQuantity), ...added.map(({ quantity }) => quantity)].some(
    Number.isNaN,
  );
  const difference = differenceText(order, total, formatMoney);

  async function save(): Promise<void> {
    setProblem('');
    try {
      const saved = await saving.mutateAsync({
        params: { id: order._id },
        body: {
          version: order.version,
          ...(changed.length > 0 && {
            lines: changed.map((line) => ({ lineId: line._id, quantity: requestedQuantity(line) })),
          }),
          ...(added.length > 0 && {
            add: added.map(({ item, quantity }) => ({ subProductId: item.subProductId, quantity })),
          }),
        },
      });
      client.setQueryData(read(orderRoutes.view, { params: { id: order._id } }).queryKey, saved);
      notifySuccess('Items changed');
      onClose();
    } catch (error) {
      const [field] = isApiError(error) ? error.fields : [];
      setProblem(field?.message ?? messageOf(error));
    }
  }
  function add(item: Sellable): void {
    const line = order.lines.find(({ subProductId }) => subProductId === item.subProductId);
    if (line) setWanted({ ...wanted, [line._id]: requestedQuantity(line) + (item.minPerOrder ?? 1) });
    else if (!added.some((one) => one.item.subProductId === item.subProductId)) {
      setAdded([...added, { item, quantity: item.minPerOrder ?? 1 }]);
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Change items: ${order.number}`} size="lg" centered={false}>
      <Stack gap="sm">
        <ul className="plain-list grid gap-2" aria-label="Items">
          {order.lines.map((line) => (
            <OrderedLine
              key={line._id}
              line={line}
              quantity={requestedQuantity(line)}
              onChange={(quantity) => setWanted({ ...wanted, [line._id]: quantity })}
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
              disabled={isUnreadable || changed.length + added.length === 0}
              loading={saving.isPending}
              onClick={() => void save()}
            >
              Save changes
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
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
        name={line.name}
        sku={line.sku}
        text={`${formatQuantity(line.quantity, countedIn(line))} ordered · ${formatMoney(line.unitPrice)}`}
      />
      <div className={classes.pickTools}>
        <QuantityInput
          aria-label={`Quantity of ${line.name}`}
          className={line.soldByWeight ? classes.pickWeight : classes.pickQuantity}
          size="md"
          unit={countedIn(line)}
          value={quantity}
          onChange={(next) => onChange(next ?? Number.NaN)}
        />
        {quantity === 0 ? (
          <Tool label={`Keep ${line.name}`} onClick={() => onChange(line.quantity)}>
            <IconArrowBackUp size={20} />
          </Tool>
        ) : (
          <Tool label={`Remove ${line.name}`} onClick={() => onChange(0)}>
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
      <PickName name={item.name} sku={item.sku} text={`Added · ${formatMoney(item.price)}`} />
      <div className={classes.pickTools}>
        <QuantityInput
          aria-label={`Quantity of ${item.name}`}
          className={classes.pickQuantity}
          size="md"
          unit={countedIn(item)}
          value={quantity}
          onChange={(next) => onChange(next ?? Number.NaN)}
        />
        <Tool label={`Remove ${item.name}`} onClick={onRemove}>
          <IconTrash size={20} />
        </Tool>
      </div>
    </li>
  );
}
