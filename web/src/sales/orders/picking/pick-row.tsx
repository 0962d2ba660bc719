import type { Picture } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type OrderLine, pickBounds } from '@aisle/contract/sales/orders/order-lines';
import { ActionIcon, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { responseText } from '../response-text.ts';
import { lineTotal } from './picked-order.ts';
import classes from './picking.module.css';
import { pickState, stepped } from './picking.ts';

interface PickNameProps {
  name: string;
  sku: string;
  text?: string | undefined;
  picture?: Picture | undefined;
  /** The quantity to pick, large enough to read at arm's length. */
  wanted?: string | undefined;
  /** A rare action, beside the SKU. */
  action?: ReactNode;
}
export function PickName({ name, sku, text, picture, wanted, action }: PickNameProps) {
  return (
    <div className={`row min-w-0 ${classes.pickWhat}`}>
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
      <div className={`grid grow min-w-0 ${classes.pickName}`}>
        <strong>
          {wanted && <b className={`tabular ${classes.pickWanted}`}>{wanted}</b>} {name}
        </strong>
        {text && <span>{text}</span>}
        <small className="inline-row wrap gap-x-2">
          {sku}
          {action}
        </small>
      </div>
    </div>
  );
}
interface ToolProps {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}
export function Tool({ children, label, ...button }: ToolProps) {
  return (
    <ActionIcon size={44} variant="default" aria-label={label} {...button}>
      {children}
    </ActionIcon>
  );
}

interface RowProps {
  line: OrderLine;
  picture: Picture | undefined;
  /** The colleague who picked the line. */
  pickedBy: string | null;
}
interface PickRowProps extends RowProps {
  onSubstitute: () => void;
  tolerance: number;
  /** The order's discount. */
  discountPercent: number;
  /** The outcome of the line. */
  fate: string | null;
  onPicked: (picked: number | null) => void;
}
/** A line of the pick list. */
export function PickRow({ line, picture, pickedBy, onSubstitute, ...rest }: PickRowProps) {
  const { tolerance, onPicked } = rest;
  const state = pickState(line, tolerance);
  const unit = countedIn(line);
  const wanted = formatQuantity(line.quantity, unit);
  const isSingle = !line.soldByWeight && line.quantity === 1;
  return (
    <li
      className={`row wrap gap-2 gap-x-4 ${classes.pick}`}
      data-state={state}
      data-line={line._id}
      data-single={isSingle || undefined}
    >
      <PickName
        name={itemName(line)}
        sku={line.sku}
        picture={picture}
        action={
          <button
            type="button"
            className={classes.substitute}
            aria-label={`Substitute ${itemName(line)}`}
            onClick={onSubstitute}
          >
            Substitute
          </button>
        }
        wanted={isSingle ? undefined : line.soldByWeight ? wanted : `${wanted}×`}
      />
      <div className={classes.pickTools}>
        {!isSingle && <PickQuantity line={line} isWrong={isWrong(state)} onPicked={onPicked} />}
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
          <IconCheck size={28} style={{ strokeWidth: 2 }} />
        </ActionIcon>
      </div>
      {line.note && <span className={`text-sm ${classes.pickNote}`}>“{line.note}”</span>}
      {line.answer && <Text className={classes.pickState}>{responseText(line.answer)}</Text>}
      <PickOutcome line={line} {...rest} />
      {pickedBy && state !== 'open' && <PickedByColleague name={pickedBy} />}
    </li>
  );
}

const isWrong = (state: string): boolean => state === 'unreadable' || state === 'tooMuch';

interface PickQuantityProps {
  line: OrderLine;
  isWrong: boolean;
  onPicked: PickRowProps['onPicked'];
}
/** The picked quantity: counted with buttons, or weighed. */
function PickQuantity({ line, isWrong, onPicked }: PickQuantityProps) {
  const { quantity, pickedQuantity: picked, soldByWeight } = line;
  const name = itemName(line);
  const input = (
    <QuantityInput
      aria-label={`Picked of ${name}`}
      className={soldByWeight ? classes.pickWeight : classes.pickQuantity}
      size="md"
      unit={countedIn(line)}
      placeholder={soldByWeight ? 'Weigh' : '0'}
      value={picked}
      error={isWrong}
      onChange={onPicked}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
  if (soldByWeight) return input;
  return (
    <>
      <Tool label={`One less of ${name}`} onClick={() => onPicked(stepped(picked ?? quantity, -1))}>
        <IconMinus size={20} />
      </Tool>
      {input}
      <Tool
        label={`One more of ${name}`}
        disabled={picked !== null && picked >= quantity}
        onClick={() => onPicked(stepped(picked, 1))}
      >
        <IconPlus size={20} />
      </Tool>
    </>
  );
}

type PickOutcomeProps = Pick<PickRowProps, 'line' | 'tolerance' | 'discountPercent' | 'fate'>;
/** Explains the effect of a quantity on the order, unless the line is complete. */
function PickOutcome({ line, tolerance, discountPercent, fate }: PickOutcomeProps) {
  const state = pickState(line, tolerance);
  const unit = countedIn(line);
  const picked = line.pickedQuantity ?? 0;
  const wanted = formatQuantity(line.quantity, unit);
  const price = formatMoney(lineTotal(line, Number.isNaN(picked) ? 0 : picked, discountPercent));
  if (state === 'none') return <Text className={classes.pickState}>None left. This item is removed.</Text>;
  if (state === 'short') {
    return (
      <Text className={classes.pickState}>
        {fate ? `${wanted} ordered, ${fate}` : `Short: ${wanted} ordered`} · {price}
      </Text>
    );
  }
  if (state === 'tooMuch') {
    return (
      <Text className={classes.pickState}>
        Over the {formatQuantity(pickBounds(line, tolerance).most, unit)} limit. Remove some or ask the
        customer.
      </Text>
    );
  }
  if (state !== 'full' || !line.soldByWeight) return null;
  return (
    <Text className={`text-sm secondary tabular ${classes.pickPrice}`}>
      {formatQuantity(picked, unit)} costs {price}
    </Text>
  );
}

const PickedByColleague = ({ name }: { name: string }) => (
  <Text className={`text-sm secondary ${classes.pickPrice}`}>Picked by {name}</Text>
);

interface ExtraRowProps extends RowProps {
  /** The name of the line that a substitute replaces; null for an added item. */
  original: string | null;
  /** 0 takes the item out of the bag. */
  onQuantity: (quantity: number) => void;
}
/** An item in the bag that the customer didn't order: a substitute or an added one. */
export function ExtraRow({ line, picture, pickedBy, original, onQuantity }: ExtraRowProps) {
  const { soldByWeight, quantity } = line;
  const name = itemName(line);
  const picked = line.pickedQuantity ?? quantity;
  const isOpen = line.pickedQuantity === null;
  return (
    <li
      className={`row wrap gap-2 gap-x-4 ${classes.pick}`}
      data-state={isOpen ? 'open' : 'added'}
      data-line={line._id}
    >
      <PickName
        name={name}
        sku={line.sku}
        picture={picture}
        text={original === null ? 'Added' : `Substitute for ${original}`}
      />
      <div className={classes.pickTools}>
        {!soldByWeight && (
          <Tool
            label={`One less of ${name}`}
            disabled={picked <= 1}
            onClick={() => onQuantity(stepped(picked, -1))}
          >
            <IconMinus size={20} />
          </Tool>
        )}
        <QuantityInput
          aria-label={`Quantity of ${name}`}
          className={soldByWeight ? classes.pickWeight : classes.pickQuantity}
          size="md"
          unit={countedIn(line)}
          value={picked}
          error={Number.isNaN(picked)}
          onChange={(next) => onQuantity(next === null || next <= 0 ? Number.NaN : next)}
        />
        {!soldByWeight && (
          <Tool label={`One more of ${name}`} onClick={() => onQuantity(stepped(picked, 1))}>
            <IconPlus size={20} />
          </Tool>
        )}
        <Tool
          label={original === null ? `Remove ${name}` : `Remove ${name}, pick ${original}`}
          onClick={() => onQuantity(0)}
        >
          <IconArrowBackUp size={20} />
        </Tool>
        {isOpen && (
          <ActionIcon
            size={48}
            className={classes.tick}
            variant="default"
            aria-label={`All of ${name} picked`}
            onClick={() => onQuantity(quantity)}
          >
            <IconCheck size={28} style={{ strokeWidth: 2 }} />
          </ActionIcon>
        )}
      </div>
      {line.answer && <Text className={classes.pickState}>{responseText(line.answer)}</Text>}
      {pickedBy && <PickedByColleague name={pickedBy} />}
    </li>
  );
}
