import {
  addsNew,
  type ImportMapping,
  type ImportOptions,
  keyOfRows,
  requiredFields,
} from '@aisle/contract/system/imports/import-fields';
import {
  type DecimalStyle,
  decimalStyles,
  importedCents,
  plainDecimal,
} from '@aisle/contract/system/imports/import-numbers';
import type { ImportProblemGroup } from '@aisle/contract/system/imports/import-rows';
import type { Import } from '@aisle/contract/system/imports/imports';

/** One decision that fixes all rows of a group. */
export interface Fix {
  label: string;
  mapping: ImportMapping;
  options: ImportOptions;
}
type Checked = Pick<Import, 'fields' | 'keys' | 'adds' | 'mapping' | 'options'>;

/** The possible fixes of a group of equal problems. Applying one starts another check of the rows. */
export function fixesOf(found: Checked, group: ImportProblemGroup): Fix[] {
  const { mapping, options } = found;
  const reading = (label: string, patch: ImportOptions): Fix => ({
    label,
    mapping,
    options: { ...options, ...patch },
  });
  return [
    ...(group.cause === 'unmatched' && canAdd(found) ? [reading('Add them as new', { addNew: true })] : []),
    ...(group.cause === 'matched' && options.updateExisting === false
      ? [reading('Update them', { updateExisting: true })]
      : []),
    ...(group.cause === 'missingPicture'
      ? [reading('Leave out missing pictures', { missingPictures: 'leaveOut' })]
      : []),
    ...(group.cause === 'unpriced'
      ? [reading('Leave out rows without a price', { unpriced: 'leaveOut' })]
      : []),
    ...(group.cause === 'otherCurrency'
      ? [
          reading('Leave out these rows', { otherCurrency: 'leaveOut' }),
          reading('Import the amounts as dollars', { otherCurrency: 'asDollars' }),
        ]
      : []),
    ...(group.cause === 'unclearNumber'
      ? decimalStyles.map((decimals) => reading(labelOf({ decimals }, group.examples), { decimals }))
      : readingFixes(found, group).map((patch) => reading(labelOf(patch), patch))),
    ...(canLeaveOut(found, group) && areUnreadable(found, group)
      ? [
          reading('Import these rows without it', {
            emptyIfWrong: [...(options.emptyIfWrong ?? []), group.field ?? ''],
          }),
        ]
      : []),
    ...(canLeaveOut(found, group) ? [exclude(found, group)] : []),
  ];
}

const canAdd = (found: Checked): boolean =>
  found.adds &&
  !addsNew(found, found.mapping, found.options) &&
  requiredFields(found).every((field) => found.mapping[field] !== undefined);

/** Other number formats in which all examples of the group are valid. */
function readingFixes(
  { fields, options }: Checked,
  { field, examples }: ImportProblemGroup,
): ImportOptions[] {
  const shown = field === null ? undefined : fields[field]?.shown;
  if (examples.length === 0 || (shown !== 'money' && shown !== 'number')) return [];
  const { decimals, priceUnit = 'dollars' } = options;
  const isRead = (patch: ImportOptions) => {
    const now = { decimals, priceUnit, ...patch };
    return examples.every((text) =>
      shown === 'money'
        ? (importedCents(text, now.priceUnit, now.decimals) ?? 0) > 0
        : plainDecimal(text, now.decimals) !== undefined,
    );
  };
  const styles: DecimalStyle[] = ['comma', 'point'];
  const others: ImportOptions[] = [
    ...styles.filter((style) => style !== decimals).map((style) => ({ decimals: style })),
    ...(shown === 'money' && priceUnit === 'cents' ? [{ priceUnit: 'dollars' as const }] : []),
  ];
  return isRead({}) ? [] : others.filter(isRead);
}
function labelOf({ decimals }: ImportOptions, [example]: readonly string[] = []): string {
  if (decimals === undefined) return 'Read prices as dollars';
  const number = example === undefined ? undefined : plainDecimal(example, decimals);
  if (number !== undefined) return `Read “${example}” as ${shownNumber.format(Number(number))}`;
  return decimals === 'comma' ? 'Read numbers as 1.234,50' : 'Read numbers as 1,234.50';
}
const shownNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** Whether the cells aren't numbers at all, such as “Large” as a size, so that an import can go without them. */
function areUnreadable({ fields, options }: Checked, { field, examples }: ImportProblemGroup): boolean {
  const shown = field === null ? undefined : fields[field]?.shown;
  return (
    (shown === 'money' || shown === 'number') &&
    examples.length > 0 &&
    examples.every((text) => plainDecimal(text, options.decimals) === undefined)
  );
}

/** Whether the import works without the column. */
function canLeaveOut(found: Checked, { field }: ImportProblemGroup): boolean {
  if (field === null || found.mapping[field] === undefined || found.fields[field]?.required) return false;
  return keyOfRows(found, found.mapping, found.options) !== field;
}
function exclude({ mapping, options }: Checked, { field, column }: ImportProblemGroup): Fix {
  const others = Object.entries(mapping).filter(([name]) => name !== field);
  return { label: `Leave out “${column}”`, mapping: Object.fromEntries(others), options };
}
