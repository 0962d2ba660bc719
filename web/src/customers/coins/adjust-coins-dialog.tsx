import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { CoinAdjustInput, coinRoutes, maxCoins } from '@aisle/contract/customers/coins';
import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { BalancePreview } from '../balance-preview.tsx';

const directions = [
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
] as const;
type Direction = (typeof directions)[number]['value'];

const wholeMessage = 'Enter a whole number of coins above 0';
/** The number without its sign; the direction sets the sign. */
const Input = CoinAdjustInput.omit({ customerId: true }).extend({
  coins: z.int(wholeMessage).min(1, wholeMessage).max(maxCoins, 'Enter at most 1,000,000,000 coins'),
});

interface AdjustCoinsDialogProps {
  customer: { _id: string; name: string };
  onClose: () => void;
  /** Receives a summary of the change: "Added 200 coins: Goodwill". */
  onDone?: ((text: string) => void) | undefined;
}
/** Adds coins to a customer's balance or removes some, and previews the new balance. */
export function AdjustCoinsDialog({ customer, onClose, onDone }: AdjustCoinsDialogProps) {
  const balance =
    useQuery({
      ...read(coinRoutes.history, { body: { customerId: customer._id, limit: 1 } }),
      meta: { quiet: true },
    }).data?.balance ?? undefined;
  const adjusting = useWrite(coinRoutes.adjust);
  const [direction, setDirection] = useState<Direction>('add');
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(Input, () => ({ coins: null as number | null, reason: '', note: '' }));
  const size = form.values.coins ?? 0;
  const isAdding = direction === 'add';
  const after = balance === undefined ? undefined : balance + (isAdding ? size : -size);
  const isTooMuch = after !== undefined && after < 0;
  const verb = isAdding ? 'Add' : 'Remove';
  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async ({ coins, ...words }) => {
      try {
        const signed = isAdding ? coins : -coins;
        await adjusting.mutateAsync({ body: { customerId: customer._id, coins: signed, ...words } });
        onClose();
        onDone?.(`${isAdding ? 'Added' : 'Removed'} ${pluralize(coins, 'coin')}: ${words.reason}`);
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  return (
    <FormDialog
      title={`Adjust the coins of ${customer.name}`}
      size="sm"
      submit={size > 0 ? `${verb} ${pluralize(size, 'coin')}` : `${verb} coins`}
      danger={!isAdding}
      isRunning={form.isSaving}
      disabled={isTooMuch}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label="Direction"
        data={[...directions]}
        value={direction}
        onChange={(value) => setDirection(value as Direction)}
      />
      <QuantityInput label="Coins" withAsterisk data-autofocus {...form.getInputProps('coins')} />
      <TextInput label="Reason" withAsterisk {...form.getInputProps('reason')} />
      <Textarea label="Note" autosize {...form.getInputProps('note')} />
      <BalancePreview
        now={balance === undefined ? undefined : formatCount(balance)}
        after={after === undefined ? undefined : formatCount(after)}
        problem={isTooMuch ? `Only ${pluralize(balance ?? 0, 'coin')} to remove` : undefined}
      />
      <Text size="sm" c="dimmed">
        {isAdding
          ? 'The marketplace pays for these coins. They expire like coins earned today.'
          : 'Coins that expire first are removed first. What they are worth returns to the marketplace.'}{' '}
        This can't be undone, only adjusted again.
      </Text>
    </FormDialog>
  );
}
