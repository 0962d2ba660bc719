import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { type OrderLine, type ShopperAnswer, shopperAnswers } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PhoneLink } from '../../../ui/record/contact.tsx';
import { responseText } from '../response-text.ts';
import { SellableSearch } from './sellable-select.tsx';

interface ShopperResponseProps {
  order: Order;
  line: OrderLine;
  onClose: () => void;
  onSubstitute: (item: Sellable, answer: ShopperAnswer | null) => void;
  onRefused: () => void;
}
/** Finds a substitute for a line and records the customer's response. */
export function ShopperResponse({ order, line, onClose, onSubstitute, onRefused }: ShopperResponseProps) {
  const [item, setItem] = useState<Sellable | null>(null);
  const { customer } = order;
  const priceDifference = item ? item.price - line.unitPrice : 0;
  return (
    <Modal opened onClose={onClose} title={`Substitute for ${itemName(line)}`} size="lg" centered={false}>
      {item === null ? (
        <Stack gap="sm">
          <SellableSearch
            autoFocus
            where={{ orderId: order._id, lineId: line._id }}
            label="Name, SKU or barcode"
            unitPrice={line.unitPrice}
            onPick={setItem}
          />
          <Button variant="default" size="md" onClick={onRefused}>
            No substitute
          </Button>
        </Stack>
      ) : (
        <Stack gap="sm">
          <Text>
            <strong>{itemName(item)}</strong> at {formatMoney(item.price)}
            {priceDifference !== 0 &&
              `, ${formatMoney(Math.abs(priceDifference))} ${priceDifference > 0 ? 'more' : 'less'} each`}
            .
          </Text>
          <Text>
            Ask {customer.name}: <PhoneLink phone={customer.phone} />
          </Text>
          {shopperAnswers.map((answer) => (
            <Button
              key={answer}
              size="md"
              variant={answer === 'approved' ? 'filled' : 'default'}
              {...(answer === 'approved' && { color: 'teal' })}
              onClick={() => (answer === 'refused' ? onRefused() : onSubstitute(item, answer))}
            >
              {responseText(answer)}
            </Button>
          ))}
          <Button variant="default" size="md" onClick={() => onSubstitute(item, null)}>
            Substitute without asking
          </Button>
        </Stack>
      )}
    </Modal>
  );
}
