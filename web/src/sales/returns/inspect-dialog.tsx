import { itemName } from '@aisle/contract/core/item-name';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type Condition, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyPlanTable } from '../../ui/values/money-plan.tsx';
import { conditionLabels } from './return-labels.ts';
import type { StepDialogProps } from './return-steps.tsx';
import classes from './returns.module.css';

interface Found {
  received: number | null;
  condition: Condition;
}
const conditionChoices = (['restock', 'writeOff'] as const).map((value) => ({
  value,
  label: conditionLabels[value],
}));

/** Records the received quantities and whether the items can be sold again. */
export function InspectDialog({ request, plan, isRunning, finish, onClose }: StepDialogProps) {
  const [found, setFound] = useState<Record<string, Found>>(() =>
    Object.fromEntries(
      request.lines.map((line) => [line._id, { received: line.quantity, condition: 'restock' as const }]),
    ),
  );
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  const lines = request.lines.map((line) => ({ lineId: line._id, ...found[line._id]! }));
  const errorOf = (id: string, most: number, unit: ReturnType<typeof countedIn>): string | undefined => {
    const { received } = found[id]!;
    if (received === null || Number.isNaN(received)) return 'Enter the quantity received';
    return received > most ? `Up to ${formatQuantity(most, unit)}` : undefined;
  };
  const isWrong = request.lines.some((line) => errorOf(line._id, line.quantity, countedIn(line)));
  const isNothing = lines.every(({ received }) => received === 0);
  const known = lines.map(({ lineId, received }) => ({ lineId, received: received ?? 0 }));
  const money = useQuery({
    ...read(returnRoutes.plan, { params: { id: request._id }, body: { lines: known } }),
    enabled: request.kind === 'return' && !isWrong,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const change = (id: string, patch: Partial<Found>) =>
    setFound({ ...found, [id]: { ...found[id]!, ...patch } });

  return (
    <FormDialog
      title={`${plan.label.replace('…', '')}: ${request.number}`}
      submit={plan.to === 'received' ? 'Receive' : 'Mark exchanged'}
      isRunning={isRunning}
      problem={wasTried && isNothing ? 'Nothing was received. Mark the return as failed instead.' : undefined}
      onSubmit={() => {
        setTried(true);
        if (isWrong || isNothing) return;
        void finish(plan, {
          lines: lines.map((line) => ({ ...line, received: line.received ?? 0 })),
          ...(note.trim() && { note: note.trim() }),
        });
      }}
      onClose={onClose}
    >
      <Text>{plan.text}</Text>
      <ul className="plain-list grid gap-3">
        {request.lines.map((line) => (
          <li key={line._id} className={classes.item}>
            <div className={`grid align-center gap-1 gap-x-3 ${classes.itemHead}`}>
              <span>
                <span className={`block medium break-anywhere ${classes.name}`}>{itemName(line)}</span>
                <span className="text-xs secondary">
                  {formatQuantity(line.quantity, countedIn(line))} expected
                  {line.reason && ` · ${line.reason}`}
                </span>
              </span>
              <QuantityInput
                aria-label={`Received of ${itemName(line)}`}
                unit={countedIn(line)}
                value={found[line._id]!.received}
                onChange={(received) => change(line._id, { received })}
                error={wasTried ? errorOf(line._id, line.quantity, countedIn(line)) : undefined}
              />
            </div>
            <SegmentedControl
              fullWidth
              aria-label={`Condition of ${itemName(line)}`}
              data={conditionChoices}
              value={found[line._id]!.condition}
              disabled={found[line._id]!.received === 0}
              onChange={(condition) => change(line._id, { condition: condition as Condition })}
            />
          </li>
        ))}
      </ul>
      <TextInput
        label="Note"
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {request.kind === 'return' && !isWrong && (
        <MoneyPlanTable plan={money.data} isOld={money.isPlaceholderData} />
      )}
    </FormDialog>
  );
}
