import {
  addsNew,
  type DecimalStyle,
  type ImportKey,
  type ImportMapping,
  type ImportOptions,
  importedCents,
  keyOfRows,
  type PriceUnit,
} from '@aisle/contract/system/import-fields';
import type { Import } from '@aisle/contract/system/imports';
import { SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { MoneyText } from '../../ui/values.tsx';
import classes from './imports.module.css';

interface ImportReadingProps {
  found: Import;
  mapping: ImportMapping;
  options: ImportOptions;
  /** The cell's text, unchanged. */
  examplePrice: string | undefined;
  /** Gets only what the person chose, not what was guessed. */
  onChange: (chosen: ImportOptions) => void;
}

/** How prices are read, what rows are matched by, and what happens to rows that match or do not. */
export function ImportReading({
  found,
  mapping,
  options,
  examplePrice,
  onChange: change,
}: ImportReadingProps) {
  const unit = options.priceUnit ?? 'dollars';
  const understood =
    examplePrice === undefined ? undefined : importedCents(examplePrice, unit, options.decimals);
  return (
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
          onChange={(next) => change({ priceUnit: next as PriceUnit })}
        />
        {examplePrice !== undefined && (
          <Text size="sm" c="dimmed" mt={4} role="status">
            “{examplePrice}” {understood === undefined ? "isn't a valid price" : 'means '}
            {understood !== undefined && <MoneyText value={understood} />}
          </Text>
        )}
      </div>
      <div>
        <Text size="sm" fw={500} id="decimals" mb={4}>
          Numbers are written
        </Text>
        <SegmentedControl
          aria-labelledby="decimals"
          data={[
            { value: 'point', label: '1,234.50' },
            { value: 'comma', label: '1.234,50' },
          ]}
          value={options.decimals ?? 'point'}
          onChange={(next) => change({ decimals: next as DecimalStyle })}
        />
      </div>
      <div>
        <Text size="sm" fw={500} id="match-by" mb={4}>
          Find sub-products by
        </Text>
        <SegmentedControl
          aria-labelledby="match-by"
          data={found.keys.map((value) => ({ value, label: found.fields[value]?.label ?? value }))}
          value={keyOfRows(found, mapping, options)}
          onChange={(next) => change({ matchBy: next as ImportKey })}
        />
      </div>
      <div>
        <Text size="sm" fw={500} id="empty-cells" mb={4}>
          An empty cell
        </Text>
        <SegmentedControl
          aria-labelledby="empty-cells"
          data={[
            { value: 'keep', label: 'Keeps the value' },
            { value: 'clear', label: 'Clears the value' },
          ]}
          value={options.emptyCells ?? 'keep'}
          onChange={(next) => change({ emptyCells: next as 'keep' | 'clear' })}
        />
      </div>
      <TextInput
        label="SKU prefix"
        description="Avoids duplicate SKUs from different sources"
        maxLength={20}
        value={options.skuPrefix ?? ''}
        onChange={(event) => change({ skuPrefix: event.currentTarget.value })}
      />
      <Switch
        color="teal"
        label="Update existing products"
        description="When off, rows that match a product are errors."
        checked={options.updateExisting ?? true}
        onChange={(event) => change({ updateExisting: event.currentTarget.checked })}
      />
      <Switch
        color="teal"
        label="Add new products"
        description="When off, rows without a match are errors."
        checked={addsNew(found, mapping, options)}
        onChange={(event) => change({ addNew: event.currentTarget.checked })}
      />
    </div>
  );
}
