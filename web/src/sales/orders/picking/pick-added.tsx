import { formatMoney } from '@aisle/contract/core/money';
import { countedIn } from '@aisle/contract/core/quantity';
import { IconX } from '@tabler/icons-react';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { PickName, Tool } from './pick-row.tsx';
import classes from './picking.module.css';
import type { PickDraft } from './picking.ts';

interface PickAddedProps {
  draft: PickDraft;
  onDraft: (draft: PickDraft) => void;
}

/** Items that were added to the order while it was picked. */
export function PickAdded({ draft, onDraft }: PickAddedProps) {
  return draft.added.map(({ item, quantity }, at) => (
    <li key={item.subProductId} className={classes.pick} data-state="added">
      <PickName name={item.name} sku={item.sku} text={`Added · ${formatMoney(item.price)}`} />
      <div className={classes.pickTools}>
        <QuantityInput
          aria-label={`Quantity of ${item.name}`}
          className={classes.pickQuantity}
          size="md"
          unit={countedIn(item)}
          value={quantity}
          onChange={(next) =>
            onDraft({ ...draft, added: draft.added.with(at, { item, quantity: next ?? Number.NaN }) })
          }
        />
        <Tool
          label={`Remove ${item.name}`}
          onClick={() => onDraft({ ...draft, added: draft.added.filter((_, index) => index !== at) })}
        >
          <IconX size={20} />
        </Tool>
      </div>
    </li>
  ));
}
