import { addQuantities, countedIn, isSoldInPieces, type Unit } from '@aisle/contract/core/quantity';
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { QuantityInput } from './inputs.tsx';
import classes from './quantity-stepper.module.css';

interface QuantityStepperProps {
  /** The item, for the names of the buttons: "Fewer of Milk". */
  name: string;
  goods: { unit: Unit; soldByWeight: boolean };
  /** Null for no quantity, NaN for text that can't be parsed. */
  value: number | null;
  least?: number;
  most?: number;
  error?: boolean;
  onChange: (quantity: number | null) => void;
}

/** Adds or removes one piece, or a quarter of the unit for weighed items, between the bounds. */
export function stepped(
  goods: QuantityStepperProps['goods'] | null,
  quantity: number | null,
  by: 1 | -1,
  { least = 0, most = Number.POSITIVE_INFINITY }: { least?: number; most?: number } = {},
): number {
  const step = goods?.soldByWeight && !isSoldInPieces(goods) ? 0.25 : 1;
  const from = quantity === null || Number.isNaN(quantity) ? 0 : quantity;
  return Math.min(most, Math.max(least, addQuantities(from, by * step)));
}

/** A quantity between a minus and a plus button; the arrow keys do the same. */
export function QuantityStepper({ name, goods, value, onChange, error, ...bounds }: QuantityStepperProps) {
  const { least = 0, most = Number.POSITIVE_INFINITY } = bounds;
  const unit = countedIn(goods);
  const step = (by: 1 | -1) => onChange(stepped(goods, value, by, bounds));
  return (
    <div className={`grid align-center gap-1 ${classes.stepper}`} data-weighed={unit !== 'each' || undefined}>
      <ActionIcon
        size={32}
        variant="default"
        aria-label={`Fewer of ${name}`}
        disabled={!value || value <= least}
        onClick={() => step(-1)}
      >
        <IconMinus size={16} />
      </ActionIcon>
      <QuantityInput
        aria-label={`Quantity of ${name}`}
        placeholder="–"
        unit={unit}
        value={value}
        error={error ?? false}
        onChange={onChange}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <ActionIcon
        size={32}
        variant="default"
        aria-label={`More of ${name}`}
        disabled={value !== null && value >= most}
        onClick={() => step(1)}
      >
        <IconPlus size={16} />
      </ActionIcon>
    </div>
  );
}
