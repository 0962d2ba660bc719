import { dayIn, formatDay } from '@aisle/contract/core/dates';
import type { Ref } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type CommissionSums,
  maxSimulatedCategories,
  type Simulation,
  type SimulationInput,
} from '@aisle/contract/finance/commission-simulator';
import { dayAfter } from '@aisle/contract/locations/opening';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useSignedIn } from '../../core/session/session.ts';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { ButtonLink, ScreenLink } from '../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { ratesInUrl } from './new-rates.ts';
import classes from './simulator.module.css';

interface SimulationResultProps {
  simulation: Simulation;
  input: SimulationInput;
  /** Exports of all locations and categories, one per format. */
  files: readonly { name: string; url: string }[];
}
/** Actual and simulated commission: in total, by location and by category. */
export function SimulationResult({ simulation, input, files }: SimulationResultProps) {
  const { from, to, orders, total } = simulation;
  const [by, setBy] = useState('location');
  const [day, setDay] = useState<string | null>(dayAfter(dayIn(undefined), 1));
  const first = simulation.locations[0];
  const isOne = simulation.locations.length === 1;
  return (
    <div className={classes.result}>
      <Text c="dimmed" size="sm">
        {formatDay(from)} – {formatDay(to)}
      </Text>
      <div className={classes.figures}>
        <MetricValue label="Orders" value={formatCount(orders)} />
        <MetricValue label="Item sales less refunds" value={formatMoney(total.goods)} />
        <MetricValue label="Commission" value={formatMoney(total.actual)} />
        <MetricValue label="Simulated commission" value={formatMoney(total.simulated)} />
        <MetricValue label="Difference" value={<DifferenceText {...total} />} />
      </div>
      <Group justify="space-between" align="end">
        <SegmentedControl
          aria-label="Rows"
          value={by}
          onChange={setBy}
          data={[
            { value: 'location', label: 'By location' },
            { value: 'category', label: 'By category' },
          ]}
        />
        <Group align="end" gap="xs">
          {files.map(({ name, url }) => (
            <Button
              key={name}
              component="a"
              href={url}
              download
              variant="default"
              leftSection={<IconDownload size={16} />}
            >
              Download {name.slice(name.lastIndexOf('.') + 1).toUpperCase()}
            </Button>
          ))}
          <DateInput label="New rates start on" className={classes.day ?? ''} value={day} onChange={setDay} />
          {isOne && first && <RatesLink input={input} location={first.location} day={day} isButton />}
        </Group>
      </Group>
      {by === 'location' ? (
        <LocationRows simulation={simulation} input={input} day={day} />
      ) : (
        <CategoryRows simulation={simulation} />
      )}
    </div>
  );
}

const sumColumns = <Row extends CommissionSums>(total: CommissionSums): DataColumn<Row>[] => [
  {
    header: 'Goods',
    cell: ({ goods }) => formatMoney(goods),
    align: 'right',
    footer: formatMoney(total.goods),
    className: classes.goods,
  },
  {
    header: 'Commission',
    cell: ({ actual }) => formatMoney(actual),
    align: 'right',
    footer: formatMoney(total.actual),
  },
  {
    header: 'Simulated',
    cell: ({ simulated }) => formatMoney(simulated),
    align: 'right',
    footer: formatMoney(total.simulated),
  },
  {
    header: 'Difference',
    cell: (row) => <DifferenceText {...row} />,
    align: 'right',
    footer: <DifferenceText {...total} />,
  },
];

function LocationRows({
  simulation: { locations, total },
  input,
  day,
}: Pick<SimulationResultProps, 'simulation' | 'input'> & { day: string | null }) {
  return (
    <DataTable
      label="Commission by location"
      isWide
      rows={locations}
      rowKey={({ location }) => location._id}
      columns={[
        {
          header: 'Location',
          cell: ({ location }) => (
            <>
              <LocationLink id={location._id} name={location.name} />
              <span className={classes.ratesBelow}>
                <RatesLink input={input} location={location} day={day} />
              </span>
            </>
          ),
          isRowHeader: true,
          footer: 'Total',
        },
        ...sumColumns<Simulation['locations'][number]>(total),
        {
          header: 'Rates',
          cell: ({ location }) => <RatesLink input={input} location={location} day={day} />,
          align: 'right',
          className: classes.ratesBeside,
        },
      ]}
    />
  );
}

function CategoryRows({
  simulation: { categories, total, isWhole },
}: Pick<SimulationResultProps, 'simulation'>) {
  return (
    <>
      <DataTable
        label="Commission by category"
        isWide
        rows={categories}
        rowKey={({ category }) => category._id}
        columns={[
          {
            header: 'Category',
            cell: ({ category }) => <bdi>{category.name}</bdi>,
            isRowHeader: true,
            footer: 'Total',
          },
          ...sumColumns<Simulation['categories'][number]>(total),
        ]}
      />
      {!isWhole && (
        <Text c="dimmed" size="sm">
          Showing the {maxSimulatedCategories} categories with the largest differences. The CSV has all.
        </Text>
      )}
    </>
  );
}

/** The difference in commission, with its sign. */
function DifferenceText({ actual, simulated }: Pick<CommissionSums, 'actual' | 'simulated'>) {
  const difference = simulated - actual;
  return (
    <span className="tabular">
      {difference > 0 && '+'}
      {formatMoney(difference)}
    </span>
  );
}

interface RatesLinkProps {
  input: SimulationInput;
  location: Ref;
  /** The start day of the new rates. */
  day: string | null;
  isButton?: boolean;
}
/** Opens the rates editor of a location with the simulated rates filled in, to review and save. */
function RatesLink({ input, location, day, isButton = false }: RatesLinkProps) {
  const isStore = useSignedIn().user.userType === 'store';
  const commission = ratesInUrl(input, location._id);
  // Only the marketplace can change the commission.
  if (isStore) return null;
  // The location's default rate is edited on the form of the location.
  if (commission === null) {
    return (
      <ScreenLink to="/locations/edit/$id" params={{ id: location._id }}>
        Edit location
      </ScreenLink>
    );
  }
  const destination = {
    to: '/locations/locationTax/$id',
    params: { id: location._id },
    search: { commission, ...(day && day !== '?' && { from: day }) },
  } as const;
  if (isButton) return <ButtonLink {...destination}>Open in rates editor</ButtonLink>;
  return <ScreenLink {...destination}>Open in rates editor</ScreenLink>;
}
