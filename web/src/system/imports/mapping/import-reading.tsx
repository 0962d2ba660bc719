import {
  addsNew,
  type CategorySeparator,
  categorySeparators,
  type ImportKey,
  type ImportMapping,
  type ImportOptions,
  keyOfRows,
} from '@aisle/contract/system/imports/import-fields';
import {
  type DecimalStyle,
  importedCents,
  type PriceUnit,
  plainDecimal,
} from '@aisle/contract/system/imports/import-numbers';
import type { Import } from '@aisle/contract/system/imports/imports';
import { SegmentedControl, Select, Switch, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { LocationSelect } from '../../../links/locations/location-select.tsx';
import { MoneyText } from '../../../ui/values/values.tsx';
import { importKindLabels } from '../import-kinds.ts';
import classes from '../imports.module.css';
import { CategoryInput } from './category-input.tsx';

interface ImportReadingProps {
  found: Import;
  mapping: ImportMapping;
  options: ImportOptions;
  /** The unchanged text of the cell. */
  examplePrice: string | undefined;
  /** The number style detected in the file. */
  foundDecimals: DecimalStyle | undefined;
  /** A number that is ambiguous until the user chooses a style. */
  unclear: string | undefined;
  /** Receives only the user's choices, not the guesses. */
  onChange: (chosen: ImportOptions) => void;
}

/** The options for reading numbers, for matching rows, and for handling rows with or without a match. */
export function ImportReading({
  found,
  mapping,
  options,
  examplePrice,
  foundDecimals,
  unclear,
  onChange: change,
}: ImportReadingProps) {
  const { found: finds, many } = importKindLabels[found.kind];
  const shown = new Set(Object.values(found.fields).map((field) => field.shown));
  return (
    <div className={classes.options}>
      {found.fields.location && mapping.location === undefined && (
        <LocationSelect
          label="Location"
          description="Of all rows: the file has no column for it"
          value={options.locationId ?? null}
          onChange={(locationId) => change({ locationId: locationId ?? undefined })}
        />
      )}
      {shown.has('money') && (
        <PriceUnitChoice
          options={{ ...options, decimals: options.decimals ?? foundDecimals }}
          examplePrice={examplePrice}
          unclear={unclear}
          onChange={change}
        />
      )}
      {(shown.has('money') || shown.has('number') || shown.has('quantity')) && (
        <DecimalsChoice
          value={options.decimals ?? foundDecimals}
          unclear={unclear}
          onChange={(decimals) => change({ decimals })}
        />
      )}
      {found.options.otherCurrency !== undefined && (
        <Select
          label="Prices in other currencies"
          description="Some prices aren't in US dollars."
          data={[
            { value: 'error', label: 'List as errors' },
            { value: 'leaveOut', label: 'Leave out their rows' },
            { value: 'asDollars', label: 'Import the amounts as dollars' },
          ]}
          value={options.otherCurrency ?? 'error'}
          allowDeselect={false}
          onChange={(next) => change({ otherCurrency: next as ImportOptions['otherCurrency'] })}
        />
      )}
      {found.fields.category && (
        <CategoryChoices found={found} mapping={mapping} options={options} onChange={change} />
      )}
      {found.keys.length > 1 && (
        <Choice
          label={`Find ${finds} by`}
          data={found.keys.map((value) => ({ value, label: found.fields[value]?.label ?? value }))}
          value={keyOfRows(found, mapping, options)}
          onChange={(next) => change({ matchBy: next as ImportKey })}
        />
      )}
      <Choice
        label="Empty cells"
        data={[
          { value: 'keep', label: 'Keeps the value' },
          { value: 'clear', label: 'Clears the value' },
        ]}
        value={options.emptyCells ?? 'keep'}
        onChange={(next) => change({ emptyCells: next as 'keep' | 'clear' })}
      />
      {found.fields.sku && (
        <TextInput
          label="SKU prefix"
          description="Avoids duplicate SKUs from different sources"
          maxLength={20}
          value={options.skuPrefix ?? ''}
          onChange={(event) => change({ skuPrefix: event.currentTarget.value })}
        />
      )}
      <Switch
        color="teal"
        label="Leave out section and total rows"
        description="Also repeated headings and page numbers."
        checked={options.rowsBetween !== 'read'}
        onChange={(event) => change({ rowsBetween: event.currentTarget.checked ? 'leaveOut' : 'read' })}
      />
      {found.fields.category && mapping.category === undefined && (
        <Switch
          color="teal"
          label="Use section names as categories"
          description="Items below a row such as “Dairy” get that category."
          checked={options.rowsBetween === 'categories'}
          onChange={(event) =>
            change({ rowsBetween: event.currentTarget.checked ? 'categories' : 'leaveOut' })
          }
        />
      )}
      {found.adds && (
        <>
          <Switch
            color="teal"
            label={`Update existing ${many}`}
            description="When off, rows that match one are errors."
            checked={options.updateExisting ?? true}
            onChange={(event) => change({ updateExisting: event.currentTarget.checked })}
          />
          <Switch
            color="teal"
            label={`Add new ${many}`}
            description="When off, rows without a match are errors."
            checked={addsNew(found, mapping, options)}
            onChange={(event) => change({ addNew: event.currentTarget.checked })}
          />
        </>
      )}
    </div>
  );
}

const separatorData = categorySeparators.map((value) => ({ value, label: `Food ${value} Dairy` }));

/** How categories are read, and the category of rows without one. */
function CategoryChoices({
  found,
  mapping,
  options,
  onChange: change,
}: Pick<ImportReadingProps, 'found' | 'mapping' | 'options' | 'onChange'>) {
  return (
    <>
      <CategoryInput
        importId={found._id}
        description="For new products. Choose one of yours, or enter a new one."
        value={options.category ?? ''}
        onChange={(category) => change({ category: category.trim() === '' ? undefined : category })}
      />
      {mapping.category !== undefined && (
        <Select
          label="Category levels are written"
          data={separatorData}
          value={options.categorySeparator ?? '>'}
          allowDeselect={false}
          onChange={(next) => change({ categorySeparator: next as CategorySeparator })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  data: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  children?: ReactNode;
}
/** A choice between a few ways to read the file. */
function Choice({ label, children, ...control }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <Text size="sm" fw={500} id={id} mb={4}>
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} {...control} />
      {children}
    </div>
  );
}

interface DecimalsChoiceProps {
  /** Undefined until the user chooses, if the file is ambiguous. */
  value: DecimalStyle | undefined;
  unclear: string | undefined;
  onChange: (decimals: DecimalStyle) => void;
}
function DecimalsChoice({ value, unclear, onChange }: DecimalsChoiceProps) {
  return (
    <Choice
      label="Number format"
      data={[
        { value: 'point', label: '1,234.50' },
        { value: 'comma', label: '1.234,50' },
      ]}
      value={value ?? (unclear === undefined ? 'point' : '')}
      onChange={(next) => onChange(next as DecimalStyle)}
    >
      {unclear !== undefined && (
        <Text size="sm" c="var(--aisle-waiting)" mt={4} role="status">
          “{unclear}” can be {shownNumber(unclear, 'comma')} or {shownNumber(unclear, 'point')}. Choose one.
        </Text>
      )}
    </Choice>
  );
}
const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const shownNumber = (text: string, style: DecimalStyle): string =>
  numberFormat.format(Number(plainDecimal(text, style)));

function PriceUnitChoice({
  options,
  examplePrice,
  unclear,
  onChange: change,
}: Pick<ImportReadingProps, 'options' | 'examplePrice' | 'unclear' | 'onChange'>) {
  const unit = options.priceUnit ?? 'dollars';
  const understood =
    examplePrice === undefined ? undefined : importedCents(examplePrice, unit, options.decimals);
  // Prices aren't judged while their numbers are ambiguous.
  const isJudged = understood !== undefined || unclear === undefined;
  return (
    <Choice
      label="Prices are in"
      data={[
        { value: 'dollars', label: 'Dollars' },
        { value: 'cents', label: 'Cents' },
      ]}
      value={unit}
      onChange={(next) => change({ priceUnit: next as PriceUnit })}
    >
      {examplePrice !== undefined && isJudged && (
        <Text size="sm" c="dimmed" mt={4} role="status">
          “{examplePrice}” {understood === undefined ? "isn't a valid price" : 'means '}
          {understood !== undefined && <MoneyText value={understood} />}
        </Text>
      )}
    </Choice>
  );
}
