import { kmToMiles } from '@aisle/contract/core/dates';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { countedName } from '@aisle/contract/core/quantity';
import type { Proposal, ProposedLocation } from '@aisle/contract/sales/main-orders/main-orders';
import { Button, Radio, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { LocationSelect } from '../../../links/locations/location-select.tsx';
import { awaitsAddress, type Choice, type OrderDraft } from '../draft/order-draft.ts';
import classes from '../main-orders.module.css';

interface LocationPartProps {
  draft: OrderDraft;
  proposal: Proposal | undefined;
  isOld: boolean;
  onChoose: (choice: Choice) => void;
  error: string | undefined;
}
const shown = 3;
const shared = 'shared';

/** Selects the store that fulfills the order: suggested by stock, minimum and distance; the user can select another one. */
export function LocationPart({ draft, proposal, isOld, onChoose, error }: LocationPartProps) {
  const [isAll, setAll] = useState(false);
  if (!proposal) return <Skeleton height={96} aria-busy="true" />;
  const { choice, lines } = draft;
  const { locations, split } = proposal;
  const [best] = locations;
  const chosen = choice.kind === 'one' ? choice.locationId : undefined;
  const isShared = choice.kind === 'shared' && split !== null;
  const proposed = best?.isOpen && !awaitsAddress(draft) ? best : undefined;
  const value = isShared ? shared : (chosen ?? proposed?.locationId ?? '');
  const isListed = locations.some(({ locationId }) => locationId === value) || isShared;
  const rows = isAll
    ? locations
    : locations.filter(({ locationId }, index) => index < shown || locationId === value);
  return (
    <div className={`grid gap-2 ${classes.proposals}`} data-old={isOld || undefined}>
      <Radio.Group
        aria-label="Store"
        value={value}
        onChange={(id) => onChoose(id === shared ? { kind: 'shared' } : { kind: 'one', locationId: id })}
        error={error}
      >
        {split && <SharedRow split={split} lines={lines} />}
        {rows.map((row) => (
          <Row
            key={row.locationId}
            row={row}
            wanted={lines.length}
            isSuggested={row === proposed && (lines.length > 0 || row.distanceKm !== null)}
          />
        ))}
      </Radio.Group>
      {locations.length > 0 && awaitsAddress(draft) && (
        <Text c="dimmed" size="sm">
          Enter the delivery address to see the nearest store, or choose one.
        </Text>
      )}
      {locations.length === 0 && (
        <Text c="dimmed" size="sm">
          No store is taking orders right now.
        </Text>
      )}
      <div className={`flex wrap gap-2 ${classes.proposalTools}`}>
        {!isAll && locations.length > rows.length && (
          <Button variant="subtle" color="teal" size="compact-sm" onClick={() => setAll(true)}>
            {locations.length - rows.length} more
          </Button>
        )}
        {choice.kind !== 'proposed' && best?.isOpen && value !== best.locationId && (
          <Button
            variant="subtle"
            color="teal"
            size="compact-sm"
            onClick={() => onChoose({ kind: 'proposed' })}
          >
            Use suggested store
          </Button>
        )}
      </div>
      {(isAll || !isListed) && locations.length > 1 && (
        <LocationSelect
          label="Another store"
          value={isListed ? null : (chosen ?? null)}
          onChange={(id) => id && onChoose({ kind: 'one', locationId: id })}
        />
      )}
    </div>
  );
}

interface RowProps {
  row: ProposedLocation;
  wanted: number;
  isSuggested: boolean;
}
function Row({ row, wanted, isSuggested }: RowProps) {
  const { locationId, locationName, isOpen, problems, missing, deliveryFee } = row;
  const far = distanceText(row);
  const fee = deliveryFee > 0 ? `${formatMoney(deliveryFee)} delivery` : null;
  const [problem] = problems;
  return (
    <Radio
      value={locationId}
      color="teal"
      className={classes.proposal ?? ''}
      label={
        <span className={classes.proposalName}>
          {locationName}
          {isSuggested && <span className={classes.best}>{suggestionText(row, wanted)}</span>}
          <small>{[far, fee].filter(Boolean).join(' · ')}</small>
        </span>
      }
      description={
        <span data-bad={!isOpen || missing.length > 0 || undefined}>
          {[wanted > 0 && haveText(row), problem?.message].filter(Boolean).join('. ')}
        </span>
      }
    />
  );
}

/** The reasons for suggesting a store; omits the distance if it is unknown. */
function suggestionText({ distanceKm, missing }: ProposedLocation, wanted: number): string {
  if (wanted === 0 || missing.length > 0) return 'Suggested';
  return distanceKm === null ? 'Suggested: has everything' : 'Suggested: nearest with everything';
}

const maxNamed = 3;
/** How much of the order a store has in stock. */
function haveText({ has, missing }: ProposedLocation): string {
  if (missing.length === 0) return has === 1 ? 'Has it' : 'Has everything';
  const names = missing
    .slice(0, maxNamed)
    .map((item) => itemName(item) + (item.available > 0 ? ` (only ${item.available})` : ''));
  const more = missing.length - names.length;
  return `Missing ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface SharedRowProps extends Pick<OrderDraft, 'lines'> {
  split: NonNullable<Proposal['split']>;
}
function SharedRow({ split, lines }: SharedRowProps) {
  const byLocation = Map.groupBy(split.parts, ({ locationName }) => locationName);
  const text = [...byLocation].map(([name, parts]) => `${pluralize(parts.length, 'item')} from ${name}`);
  const missing = split.missing.map((item) => {
    const goods = lines.find(({ item: { subProductId } }) => subProductId === item.subProductId)?.item;
    return goods ? countedName(item.quantity, goods) : `${item.quantity} × ${itemName(item)}`;
  });
  return (
    <Radio
      value={shared}
      color="teal"
      className={classes.proposal ?? ''}
      label={
        <span className={classes.proposalName}>
          Split the order <small>One order per store</small>
        </span>
      }
      description={
        <span data-bad={missing.length > 0 || undefined}>
          {text.join(', ')}
          {missing.length > 0 && `. Not in stock anywhere: ${missing.join(', ')}`}
        </span>
      }
    />
  );
}

interface Distance {
  distanceKm: number | null;
  distanceIsApproximate: boolean;
}
/** "1.4 mi", or "about 1.4 mi" if the position is based on the postal code; null without a distance. */
function distanceText({ distanceKm, distanceIsApproximate }: Distance): string | null {
  if (distanceKm === null) return null;
  const miles = `${kmToMiles(distanceKm).toFixed(1)} mi`;
  return distanceIsApproximate ? `about ${miles}` : miles;
}
