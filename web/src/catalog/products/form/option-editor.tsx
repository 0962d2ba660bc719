import { maxVariants } from '@aisle/contract/catalog/sub-products';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Button, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTableOptions } from '@tabler/icons-react';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { RemoveButton } from '../../../ui/form/remove-button.tsx';
import classes from '../products.module.css';
import type { VariantRow } from './product-values.ts';
import {
  missingCombinations,
  type Option,
  renamedOption,
  withMissing,
  withoutOption,
} from './variant-options.ts';

interface OptionEditorProps {
  options: readonly Option[];
  onOptions: (options: Option[]) => void;
  rows: readonly VariantRow[];
  onRows: (rows: VariantRow[]) => void;
  productName: string;
}
const maxOptions = 10;

/** Edits the options by which variants differ, and creates the missing variants. */
export function OptionEditor({ options, onOptions, rows, onRows, productName }: OptionEditorProps) {
  const missing = missingCombinations(rows, options).length;
  const isTooMany = rows.length + missing > maxVariants;
  const change = (at: number, patch: Partial<Option>) =>
    onOptions(options.map((option, index) => (index === at ? { ...option, ...patch } : option)));

  function rename(at: number, name: string): void {
    const before = options[at]?.name ?? '';
    change(at, { name });
    if (before !== '' && name !== '') onRows(renamedOption(rows, before, name));
  }
  async function remove(at: number): Promise<void> {
    const { name = '' } = options[at] ?? {};
    const used = rows.filter(({ optionValues }) => optionValues?.[name] !== undefined).length;
    const isSure =
      used === 0 ||
      (await confirm({
        title: `Remove the option ${name}?`,
        text: `${pluralize(used, 'sub-product loses', 'sub-products lose')} this value. Nothing else changes.`,
        confirm: 'Remove',
      }));
    if (!isSure) return;
    onOptions(options.filter((_, index) => index !== at));
    if (used > 0) onRows(withoutOption(rows, name));
  }
  return (
    <div className="grid gap-3">
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no name until one is typed
        <div key={at} className={classes.option}>
          <TextInput
            label="Option"
            placeholder="Size"
            maxLength={50}
            // Only an added option has no name yet.
            autoFocus={option.name === ''}
            value={option.name}
            error={options.some((other, index) => index < at && other.name === option.name) && 'Listed twice'}
            onChange={(event) => rename(at, event.currentTarget.value)}
          />
          <TagsInput
            label="Values"
            placeholder={option.values.length === 0 ? '500 g, 1 kg' : ''}
            splitChars={[',', ';', '\t']}
            value={option.values}
            onChange={(values) => change(at, { values })}
          />
          <RemoveButton label={`Remove the option ${option.name}`} onClick={() => void remove(at)} />
        </div>
      ))}
      <div className="flex wrap gap-2">
        {options.length < maxOptions && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => onOptions([...options, { name: '', values: [] }])}
          >
            Add option
          </Button>
        )}
        {missing > 0 && (
          <Button
            color="teal"
            variant="light"
            size="sm"
            disabled={isTooMany}
            leftSection={<IconTableOptions size={16} />}
            onClick={() => onRows(withMissing(rows, options, productName))}
          >
            {isTooMany
              ? `${missing} combinations are too many. The limit is ${maxVariants}`
              : `Add ${missing} missing ${missing === 1 ? 'combination' : 'combinations'}`}
          </Button>
        )}
      </div>
    </div>
  );
}
