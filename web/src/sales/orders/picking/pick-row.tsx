import type { Picture } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type OrderLine, pickBounds } from '@aisle/contract/sales/orders/order-lines';
import { ActionIcon, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconMinus, IconPlus, IconReplace, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { responseText } from '../response-text.ts';
import { lineTotal } from './picked-order.ts';
import classes from './picking.module.css';
import { type PickDraft, pickedOf, pickState, type Substitute, stepped } from './picking.ts';

interface PickNameProps {
  name: string;
  sku: string;
  text: string;
  picture?: Picture | undefined;
  /** The quantity to pick, large enough to read at arm's length. */
  wanted?: string;
}
export function PickName({ name, sku, text, picture, wanted }: PickNameProps) {
  return (
    <div className={`row gap-3 min-w-0 ${classes.pickWhat}`}>
      {picture && (
        <img
          className={classes.pickPicture}
          src={picture.small}
          alt=""
          loading="lazy"
          width={56}
          height={56}
        />
      )}
      {wanted && <b className={`flex-none bold tabular ${classes.pickWanted}`}>{wanted}</b>}
      <div className={`grid grow min-w-0 ${classes.pickName}`}>
        <strong>{name}</strong>
        <span>{text}</span>
        <small>{sku}</small>
      </div>
    </div>
  );
}
export function Tool({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon size={48} variant="default" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

interface PickRowProps {
  line: OrderLine;
  picture: Picture | undefined;
  draft: PickDraft;
  tolerance: number;
  /** The order's discount. */
  discountPercent: number;
  /** The outcome of the line as last saved. */
  fate: string | null;
  onPicked: (picked: number | null) => void;
  onSubstitute: () => void;
  /** Returns the saved substitute to the shelf and picks the original item instead. */
  onTakeBack: (back: boolean) => void;
}
/** A line of the pick list. */
export function PickRow(props: PickRowProps) {
  const { line, picture, draft, tolerance, discountPercent, fate, onPicked, onSubstitute, onTakeBack } =
    props;
  const picked = pickedOf(line, draft);
  const isBack = draft.takenBack.includes(line._id);
  const state = isBack ? 'none' : pickState(line, draft, tolerance);
  const unit = countedIn(line);
  const wanted = formatQuantity(line.quantity, unit);
  const price = `${formatMoney(line.unitPrice)}${line.soldByWeight ? ` / ${line.unit}` : ''}`;
  const { most } = pickBounds(line, tolerance);
  const answer = draft.answers[line._id] ?? line.answer;
  return (
    <li className={`row wrap gap-2 gap-x-4 ${classes.pick}`} data-state={state} data-line={line._id}>
      <PickName
        name={itemName(line)}
        sku={line.sku + (line.substituteFor ? ' · substitute' : '')}
        picture={picture}
        wanted={line.soldByWeight ? wanted : `${wanted}×`}
        text={price}
      />
      {line.note && <span className="block text-sm">“{line.note}”</span>}
      {isBack ? (
        <div className={classes.pickTools}>
          <Tool label={`Keep ${itemName(line)}`} onClick={() => onTakeBack(false)}>
            <IconPlus size={20} />
          </Tool>
        </div>
      ) : (
        <div className={classes.pickTools}>
          {!line.soldByWeight && (
            <Tool
              label={`One less of ${itemName(line)}`}
              onClick={() => onPicked(stepped(picked ?? line.quantity, -1))}
            >
              <IconMinus size={20} />
            </Tool>
          )}
          <QuantityInput
            aria-label={`Picked of ${itemName(line)}`}
            className={line.soldByWeight ? classes.pickWeight : classes.pickQuantity}
            size="md"
            unit={unit}
            placeholder={line.soldByWeight ? 'Weigh' : '0'}
            value={picked}
            error={state === 'unreadable' || state === 'tooMuch'}
            onChange={onPicked}
            onFocus={(event) => event.currentTarget.select()}
          />
          {!line.soldByWeight && (
            <ActionIcon
              size={48}
              variant="default"
              aria-label={`One more of ${itemName(line)}`}
              disabled={picked !== null && picked >= line.quantity}
              onClick={() => onPicked(stepped(picked, 1))}
            >
              <IconPlus size={20} />
            </ActionIcon>
          )}
          <Tool label={`Substitute ${itemName(line)}`} onClick={onSubstitute}>
            <IconReplace size={20} />
          </Tool>
          {line.substituteFor && (
            <Tool label={`Remove ${itemName(line)}`} onClick={() => onTakeBack(true)}>
              <IconArrowBackUp size={20} />
            </Tool>
          )}
          <ActionIcon
            size={48}
            className={classes.tick}
            variant={state === 'open' ? 'default' : 'filled'}
            color={state === 'full' ? 'teal' : 'gray'}
            aria-label={
              state === 'open' ? `All of ${itemName(line)} picked` : `${itemName(line)} isn't picked yet`
            }
            aria-pressed={state === 'full'}
            onClick={() => onPicked(state === 'open' || state === 'unreadable' ? line.quantity : null)}
          >
            <IconCheck size={24} style={{ strokeWidth: 2 }} />
          </ActionIcon>
        </div>
      )}
      {answer && !isBack && <Text className={classes.pickState}>{responseText(answer)}</Text>}
      {isBack && <Text className={classes.pickState}>Return to the shelf</Text>}
      {!isBack && state === 'short' && (
        <Text className={classes.pickState}>
          {fate ? `${wanted} ordered, ${fate}` : `Short: ${wanted} ordered`} ·{' '}
          {formatMoney(lineTotal(line, picked ?? 0, discountPercent))}
        </Text>
      )}
      {!isBack && state === 'full' && line.soldByWeight && (
        <Text className={`text-sm secondary tabular ${classes.pickPrice}`}>
          {formatQuantity(picked ?? 0, unit)} costs{' '}
          {formatMoney(lineTotal(line, picked ?? 0, discountPercent))}
        </Text>
      )}
      {state === 'tooMuch' && (
        <Text className={classes.pickState}>
          Over the {formatQuantity(most, unit)} limit. Remove some or ask the customer.
        </Text>
      )}
      {!isBack && state === 'none' && (
        <Text className={classes.pickState}>None left. This item is removed.</Text>
      )}
    </li>
  );
}

interface SubstituteRowProps extends Substitute {
  line: OrderLine;
  onQuantity: (quantity: number) => void;
  onBack: () => void;
}
export function SubstituteRow({ line, item, quantity, answer, onQuantity, onBack }: SubstituteRowProps) {
  return (
    <li className={`row wrap gap-2 gap-x-4 ${classes.pick}`} data-state="added">
      <PickName
        name={itemName(item)}
        sku={item.sku}
        text={`Substitute for ${itemName(line)} · ${formatMoney(item.price)}`}
      />
      <div className={classes.pickTools}>
        <QuantityInput
          aria-label={`Quantity of ${itemName(item)}`}
          className={classes.pickQuantity}
          size="md"
          unit={countedIn(item)}
          value={quantity}
          onChange={(next) => onQuantity(next ?? Number.NaN)}
        />
        <Tool label={`Remove substitute, pick ${itemName(line)}`} onClick={onBack}>
          <IconX size={20} />
        </Tool>
      </div>
      {answer && <Text className={classes.pickState}>{responseText(answer)}</Text>}
    </li>
  );
}
