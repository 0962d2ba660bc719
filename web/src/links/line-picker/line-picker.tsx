import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { Button, Checkbox, Select, Text } from '@mantine/core';
import { type CSSProperties, useRef } from 'react';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { QuantityStepper } from '../../ui/form/fields/quantity-stepper.tsx';
import classes from './line-picker.module.css';
import {
  amountFor,
  type PickableLine,
  type Picked,
  type PickedLine,
  picking,
  pickingAll,
  pickProblem,
  reasonMissing,
  withLine,
} from './picked-lines.ts';

interface LinePickerProps {
  /** The action on the items, as a button label: "Refund". */
  verb: string;
  /** Shown beside the button for all items: "Refundable: $29.41". */
  summary?: string;
  lines: readonly PickableLine[];
  picked: Picked;
  onPicked: (picked: Picked) => void;
  /** Set if each line has a reason. */
  reasons?: readonly { _id: string; name: string }[];
  needsReason?: (one: PickedLine) => boolean;
  /** True if lines can be refunded or replaced without a return. */
  canKeep?: boolean;
  /** The amount of each line, if the quantity determines it. */
  amounts?: ReadonlyMap<string, number>;
  /** Errors by line ID. */
  problems: Readonly<Record<string, string | undefined>>;
}

/** Selects items of an order, with quantity, amount and reason. */
export function LinePicker(props: LinePickerProps) {
  const { verb, summary, lines, picked, onPicked } = props;
  const isAll = lines.length > 0 && lines.every(({ id }) => picked[id]);
  return (
    <fieldset className={classes.picker} aria-label={`Items to ${verb.toLowerCase()}`}>
      <div className={`row between gap-2 ${classes.head}`}>
        <Text c="dimmed">{summary}</Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={lines.length === 0}
          onClick={() => onPicked(isAll ? {} : pickingAll(lines, picked))}
        >
          {isAll ? 'Clear all' : `${verb} all`}
        </Button>
      </div>
      {/* Reserves space for the fields of a line, so that the first selected line doesn't move the buttons below. */}
      <ul
        className={`plain-list lined ${classes.lines}`}
        style={{ '--picker-height': `${lines.length * lineHeight + fieldsHeight}px` } as CSSProperties}
      >
        {lines.map((line) => (
          <PickerLine
            key={line.id}
            {...props}
            line={line}
            one={picked[line.id]}
            onChange={(one) => onPicked(withLine(picked, line.id, one))}
          />
        ))}
      </ul>
    </fieldset>
  );
}

const lineHeight = 64;
const fieldsHeight = 116;
/** The fields of a line at the end of the list would stay below its edge. */
const reveal = (line: HTMLElement | null): void =>
  void requestAnimationFrame(() => line?.scrollIntoView({ block: 'nearest' }));

interface PickerLineProps extends LinePickerProps {
  line: PickableLine;
  one: PickedLine | undefined;
  onChange: (one: PickedLine | null) => void;
}
function PickerLine({ line, one, onChange, ...rest }: PickerLineProps) {
  const { goods, most, already, price, worth, name, id } = line;
  const amount = rest.amounts?.get(id);
  const problem = rest.problems[id];
  const isReasonMissing = problem === reasonMissing && rest.reasons !== undefined;
  const item = useRef<HTMLLIElement>(null);
  const about = [
    goods && `Qty ${formatQuantity(most, countedIn(goods))}`,
    price ? formatMoney(price.refundable) : worth !== undefined && formatMoney(worth),
  ];
  return (
    <li ref={item} className={classes.line} data-on={one ? true : undefined}>
      <div className="flex align-start between gap-3 break-anywhere">
        <Checkbox
          color="teal"
          label={name}
          description={
            <>
              {about.filter(Boolean).join(' · ')}
              {already && <span className="block">{already}</span>}
            </>
          }
          checked={one !== undefined}
          onChange={(event) => {
            onChange(event.currentTarget.checked ? picking(line, rest.picked) : null);
            reveal(item.current);
          }}
        />
        {one && !price && amount !== undefined && (
          <span className="medium tabular">{formatMoney(amount)}</span>
        )}
      </div>
      {one && <LineFields line={line} one={one} onChange={onChange} {...rest} />}
      {problem && !isReasonMissing && (
        <Text size="sm" c="var(--aisle-bad)" role="alert">
          {problem}
        </Text>
      )}
    </li>
  );
}

interface LineFieldsProps extends LinePickerProps {
  line: PickableLine;
  one: PickedLine;
  onChange: (one: PickedLine) => void;
}
function LineFields({ line, one, onChange, reasons, needsReason, canKeep, problems }: LineFieldsProps) {
  const problem = problems[line.id];
  return (
    <div className={`row wrap gap-2 gap-x-3 ${classes.fields}`}>
      {line.goods && (
        <QuantityStepper
          name={line.name}
          goods={line.goods}
          value={one.quantity}
          most={line.most}
          onChange={(quantity) =>
            onChange({ ...one, quantity, ...(line.price && { amount: amountFor(line, quantity) }) })
          }
        />
      )}
      {line.price && (
        <MoneyInput
          aria-label={`Amount for ${line.name}`}
          className={classes.money ?? ''}
          value={one.amount}
          onChange={(amount) => onChange({ ...one, amount, quantity: line.goods ? null : one.quantity })}
          error={pickProblem(line, one) !== undefined}
        />
      )}
      {reasons && (
        <Select
          label={
            <>
              Reason<span className="visually-hidden"> for {line.name}</span>
            </>
          }
          className={classes.reason ?? ''}
          withAsterisk={needsReason?.(one) ?? false}
          data={reasons.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={one.reasonId}
          onChange={(reasonId) => onChange({ ...one, reasonId })}
          error={problem === reasonMissing ? problem : undefined}
        />
      )}
      {canKeep && (
        <Checkbox
          color="teal"
          label="No return needed"
          aria-label={`No return needed for ${line.name}`}
          checked={one.noReturn}
          onChange={(event) => onChange({ ...one, noReturn: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
