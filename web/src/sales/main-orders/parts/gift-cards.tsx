import { formatMoney } from '@aisle/contract/core/money';
import { GiftCardCode } from '@aisle/contract/customers/gift-card-code';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import type { Quote } from '@aisle/contract/sales/main-orders/main-orders';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import type { OrderDraft } from '../draft/order-draft.ts';

const maxCards = 5;
type Card = NonNullable<OrderDraft['giftCards']>[number];

interface GiftCardsProps {
  cards: readonly Card[];
  /** The quote for these cards; undefined until it arrives. */
  quote: Quote | undefined;
  onChange: (cards: Card[]) => void;
}
/** The gift cards that pay for the order. A code is checked when it is added. */
export function GiftCards({ cards, quote, onChange }: GiftCardsProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const errorId = useId();
  const checking = useWrite(giftCardRoutes.balance, { quiet: true });
  async function add(): Promise<void> {
    const parsed = GiftCardCode.safeParse(typed);
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    const code = parsed.data;
    if (cards.some((card) => card.code === code)) return setError('This gift card is already added');
    try {
      const { last4 } = await checking.mutateAsync({ body: { code } });
      onChange([...cards, { code, last4 }]);
      setTyped('');
      setError(undefined);
    } catch (problem) {
      setError(isApiError(problem) ? problem.message : "The gift card couldn't be checked. Try again");
    }
  }
  return (
    <Stack gap="xs">
      {cards.length < maxCards && (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Gift card code"
            className="grow"
            maxLength={100}
            autoComplete="off"
            value={typed}
            error={error !== undefined}
            aria-describedby={error && errorId}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void add();
            }}
          />
          <Button
            variant="default"
            loading={checking.isPending}
            disabled={typed.trim() === ''}
            onClick={() => void add()}
          >
            Add card
          </Button>
        </Group>
      )}
      {error && (
        <Text id={errorId} size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {cards.map(({ code, last4 }) => (
        <AddedCard
          key={code}
          last4={last4}
          quote={quote}
          onRemove={() => onChange(cards.filter((card) => card.code !== code))}
        />
      ))}
    </Stack>
  );
}

interface AddedCardProps {
  last4: string;
  quote: Quote | undefined;
  onRemove: () => void;
}
function AddedCard({ last4, quote, onRemove }: AddedCardProps) {
  const found = quote?.giftCards.find((card) => card.last4 === last4);
  const isUnusable = quote !== undefined && !found;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <div role="status">
        <Text size="sm" fw={500}>
          Gift card …{last4}
        </Text>
        <Text size="sm" c={isUnusable ? 'var(--mantine-color-error)' : 'dimmed'}>
          {isUnusable && "Can't be used"}
          {found && `Pays ${formatMoney(found.used)}, ${formatMoney(found.left)} left`}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove gift card …${last4}`} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
