import {
  type ImportMapping,
  type ProductImportField,
  productImportFieldNames,
  productImportFields,
} from '@aisle/contract/import-fields';
import { type Import, importRoutes } from '@aisle/contract/imports';
import { Button, SegmentedControl, Select, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { Panel } from '../ui/record-page.tsx';
import { MoneyText } from '../ui/values.tsx';
import classes from './imports.module.css';
import { meaningOf, missingFields, withMeaning } from './meanings.ts';
import { guessPriceUnit, type PriceUnit, readPrice } from './price-unit.ts';

const samplesShown = 3;
const meanings = [
  { value: '', label: 'Leave out' },
  ...productImportFieldNames.map((value) => ({
    value,
    label:
      'required' in productImportFields[value]
        ? `${productImportFields[value].label} *`
        : productImportFields[value].label,
  })),
];

interface ImportColumnsProps {
  found: Import;
  onChecking: () => void;
}

/** Says what each column of the file means; then every row is checked. */
export function ImportColumns({ found, onChecking }: ImportColumnsProps) {
  const checking = useWrite(importRoutes.dryRun, { quiet: true });
  const [mapping, setMapping] = useState<ImportMapping>(found.mapping);
  const [chosenUnit, setUnit] = useState<PriceUnit | undefined>(found.options.priceUnit);
  const [skuPrefix, setPrefix] = useState(found.options.skuPrefix ?? '');
  const [updateExisting, setUpdate] = useState(found.options.updateExisting ?? true);
  const [problems, setProblems] = useState<string[]>([]);

  const samplesOf = (column: string | undefined): string[] => {
    const at = column === undefined ? -1 : found.columns.indexOf(column);
    return at < 0 ? [] : found.sample.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  };
  const prices = samplesOf(mapping.price);
  const unit = chosenUnit ?? guessPriceUnit(prices);
  const missing = missingFields(mapping);
  const example = prices[0];
  const understood = example === undefined ? null : readPrice(example, unit);

  async function check(): Promise<void> {
    setProblems([]);
    try {
      const options = { priceUnit: unit, updateExisting, ...(skuPrefix.trim() && { skuPrefix }) };
      await checking.mutateAsync({ params: { id: found._id }, body: { mapping, options } });
      onChecking();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblems(error.fields.length > 0 ? error.fields.map(({ message }) => message) : [error.message]);
    }
  }

  return (
    <>
      <Panel title="What do the columns mean?">
        <div className={classes.columns}>
          <div className={classes.columnHead} aria-hidden>
            <span>Column of the file</span>
            <span>First values</span>
            <span>Is the</span>
          </div>
          {found.columns.map((column, at) => (
            <div key={column} className={classes.column}>
              <span className={classes.columnName}>{column || `Column ${at + 1}`}</span>
              <span className={classes.samples}>{samplesOf(column).slice(0, samplesShown).join(' · ')}</span>
              <Select
                aria-label={`Meaning of ${column || `column ${at + 1}`}`}
                data={meanings}
                value={meaningOf(mapping, column) ?? ''}
                allowDeselect={false}
                searchable
                data-unused={meaningOf(mapping, column) === null || undefined}
                onChange={(field) =>
                  setMapping(withMeaning(mapping, column, (field || null) as ProductImportField | null))
                }
              />
            </div>
          ))}
        </div>
      </Panel>
      <Panel title="How to read it">
        <div className={classes.options}>
          <div>
            <Text size="sm" fw={500} id="price-unit" mb={4}>
              Prices are in
            </Text>
            <SegmentedControl
              aria-labelledby="price-unit"
              data={[
                { value: 'dollars', label: 'Dollars' },
                { value: 'cents', label: 'Cents' },
              ]}
              value={unit}
              onChange={(next) => setUnit(next as PriceUnit)}
            />
            {example !== undefined && (
              <Text size="sm" c="dimmed" mt={4} role="status">
                “{example}” {understood === null ? 'is no price then' : 'means '}
                {understood !== null && <MoneyText value={understood} />}
              </Text>
            )}
          </div>
          <TextInput
            label="Put in front of every SKU"
            description="So that SKUs of several sources do not collide"
            maxLength={20}
            value={skuPrefix}
            onChange={(event) => setPrefix(event.currentTarget.value)}
          />
          <Switch
            color="teal"
            label="Change products that are there already"
            description="Found by SKU. Switched off, such rows are errors."
            checked={updateExisting}
            onChange={(event) => setUpdate(event.currentTarget.checked)}
          />
        </div>
      </Panel>
      <div className={classes.foot}>
        <div role="status" className={classes.footText}>
          {missing.length > 0 && `Say which column holds: ${missing.join(', ').toLowerCase()}.`}
          {problems.map((text) => (
            <Text key={text} size="sm" c="var(--aisle-bad)">
              {text}
            </Text>
          ))}
        </div>
        <Button disabled={missing.length > 0} loading={checking.isPending} onClick={() => void check()}>
          Check all rows
        </Button>
      </div>
    </>
  );
}
