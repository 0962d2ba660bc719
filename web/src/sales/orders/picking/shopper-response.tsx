import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import type { OrderLine, ShopperAnswer } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { PhoneLink } from '../../../ui/record/contact.tsx';
import { SellableSearch } from './sellable-select.tsx';

type Contact = 'agreed' | 'notReached' | 'notAsked';
const contacts: readonly { value: Contact; label: string }[] = [
  { value: 'agreed', label: 'Approved' },
  { value: 'notReached', label: 'Not reached' },
  { value: 'notAsked', label: 'Not asked' },
];
/** The answer to record: a customer who agrees to no substitute has refused it. */
const answerOf = (contact: Contact, agreed: ShopperAnswer): ShopperAnswer | null =>
  (({ agreed, notReached: 'notReached', notAsked: null }) as const)[contact];

interface ShopperResponseProps {
  order: Order;
  line: OrderLine;
  onClose: () => void;
  onSubstitute: (item: Sellable, answer: ShopperAnswer | null) => void;
  onWithout: (answer: ShopperAnswer | null) => void;
}
/** Two questions about a line that isn't there: whether something replaces it, and what the customer said. */
export function ShopperResponse({ order, line, onClose, onSubstitute, onWithout }: ShopperResponseProps) {
  const [item, setItem] = useState<Sellable | null>(null);
  const [contact, setContact] = useState<Contact>('notAsked');
  const labelId = useId();
  const { customer } = order;
  return (
    <Modal opened onClose={onClose} title={`Substitute for ${itemName(line)}`} size="lg" centered={false}>
      <Stack gap="md">
        {item === null ? (
          <SellableSearch
            autoFocus
            where={{ orderId: order._id, lineId: line._id }}
            label="Name, SKU or barcode"
            unitPrice={line.unitPrice}
            onPick={setItem}
          />
        ) : (
          <Chosen item={item} line={line} onChange={() => setItem(null)} />
        )}
        <div>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text id={labelId} fw={500}>
              Customer
            </Text>
            <span>
              {customer.name}, <PhoneLink phone={customer.phone} />
            </span>
          </Group>
          <SegmentedControl
            fullWidth
            size="md"
            aria-labelledby={labelId}
            data={[...contacts]}
            value={contact}
            onChange={(value) => setContact(value as Contact)}
          />
        </div>
        <Group grow gap="xs">
          <Button variant="default" size="md" onClick={() => onWithout(answerOf(contact, 'refused'))}>
            Don't substitute
          </Button>
          <Button
            size="md"
            disabled={item === null}
            onClick={() => item && onSubstitute(item, answerOf(contact, 'approved'))}
          >
            Substitute
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Chosen({ item, line, onChange }: { item: Sellable; line: OrderLine; onChange: () => void }) {
  const difference = item.price - line.unitPrice;
  const more = `${formatMoney(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} each`;
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text>
        <strong>{itemName(item)}</strong> at {formatMoney(item.price)}
        {difference !== 0 && `, ${more}`}.
      </Text>
      <Button variant="subtle" size="compact-md" className="flex-none" onClick={onChange}>
        Change
      </Button>
    </Group>
  );
}
