import type { Quote } from '@aisle/contract/sales/main-orders/main-orders';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';

const maxCodes = 5;

interface PromotionCodesProps {
  codes: readonly string[];
  /** The quote for these codes; undefined until it arrives. */
  quote: Quote | undefined;
  onChange: (codes: string[]) => void;
}
/** The codes that the customer named, with their effect, and promotions within reach. */
export function PromotionCodes({ codes, quote, onChange }: PromotionCodesProps) {
  const [typed, setTyped] = useState('');
  const code = typed.trim();
  const isKnown = codes.some((one) => one.toLowerCase() === code.toLowerCase());
  const add = () => {
    if (code !== '' && !isKnown) onChange([...codes, code]);
    setTyped('');
  };
  const hints = quote?.notApplied.filter((one) => one.code === undefined) ?? [];
  return (
    <Stack gap="xs">
      {codes.length < maxCodes && (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Promotion code"
            className="grow"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button variant="default" disabled={code === ''} onClick={add}>
            Apply
          </Button>
        </Group>
      )}
      {codes.map((one) => (
        <AppliedCode
          key={one}
          code={one}
          quote={quote}
          onRemove={() => onChange(codes.filter((other) => other !== one))}
        />
      ))}
      {hints.map(({ promotionId, message }) => (
        <Text key={promotionId} size="sm" c="dimmed">
          {message}
        </Text>
      ))}
    </Stack>
  );
}

interface AppliedCodeProps {
  code: string;
  quote: Quote | undefined;
  onRemove: () => void;
}
function AppliedCode({ code, quote, onRemove }: AppliedCodeProps) {
  const missed = quote?.notApplied.find((one) => one.code === code);
  const applied = quote?.discounts.find((one) => one.source === 'promotion' && one.code === code);
  const label = applied?.source === 'promotion' ? applied.label : undefined;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <div role="status">
        <Text size="sm" fw={500} className="break-anywhere">
          {code}
        </Text>
        <Text size="sm" c={missed ? 'var(--mantine-color-error)' : 'dimmed'}>
          {missed?.message ?? label}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove code ${code}`} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
