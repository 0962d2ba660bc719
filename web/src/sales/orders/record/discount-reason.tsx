import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { whyOf } from '@aisle/contract/sales/orders/pricing';
import { priceSourceLabels } from '@aisle/contract/sales/promotions/promotion-discounts';
import { Anchor, Popover, Stack, Text } from '@mantine/core';
import { RecordLink } from '../../../ui/record/record-link.tsx';

/** A line's discount, which opens how it came about: the price, each promotion with its rule, and the plan. */
export function DiscountReason({ order, line }: { order: Pick<Order, 'benefits'>; line: OrderLine }) {
  const quantity = line.removed ? 0 : (line.pickedQuantity ?? line.quantity);
  const { unitPrice, discounts } = whyOf({ ...line, quantity }, order.benefits);
  const off = `${formatMoney(line.discount)} off`;
  return (
    <Popover width={280} position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Anchor component="button" type="button" size="xs" aria-label={`Why ${off} on ${itemName(line)}?`}>
          {off}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {unitPrice.source && (
            <Text size="sm">
              {priceSourceLabels[unitPrice.source]}: {formatMoney(unitPrice.amount)}
            </Text>
          )}
          {discounts.map(({ promotionId, planId, rule, amount }) => (
            <div key={promotionId ?? planId}>
              <Text size="sm">
                {promotionId ? (
                  <RecordLink
                    to="/promotions/view/$id"
                    params={{ id: promotionId }}
                    permission="promotion_view"
                  >
                    {rule}
                  </RecordLink>
                ) : (
                  rule
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {formatMoney(-amount)}
              </Text>
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
